#!/bin/sh
# Reports deployments to Leadline from any CI system: POSIX sh with curl or GNU wget, nothing else.
{ set +x; } 2>/dev/null # it would print the key
set -u
# For the command of run: names below would replace those of its variables. Those two cannot be set in bash.
given_environment=$(export -p | LC_ALL=C sed '/^[a-z]* *[-a-z]* *SHELLOPTS=/d; /^[a-z]* *[-a-z]* *BASHOPTS=/d')

LC_ALL=C && export LC_ALL # values are bytes, whatever they hold
version='0.1.0'
served_from='' # the address of the installation that serves this file
newline='
'

help() {
  cat <<'HELP'
Reports a deployment to Leadline. What the CI system knows (commit, branch, run, who) is found in its variables.

  report.sh start  [options]                 at the beginning of a job
  report.sh finish [STATUS] [options]        at its end: success, failure, cancelled or rolled_back;
                                             without STATUS, what $LEADLINE_STATUS or the CI system says
  report.sh run    [options] -- COMMAND ...  around a command: reports its start and its end, passes output, input
                                             and signals through, and exits with its exit code

  --service NAME        what is deployed; several: repeat it, or a,b (default: the name of the repository); "changed":
                        every service of this repository whose paths changed since it was deployed last
  --environment NAME    where to (default: what the CI system says, else production)
  --deployment-id ID    instead of the id of the job; service and environment are added to it
  --commit SHA          instead of the commit of the job
  --branch NAME         instead of the branch of the job
  --url URL             address of Leadline
  --audience AUDIENCE   asks GitHub for a token for this audience, where there is no API key
  --timeout SECONDS     how long the report of an end may take in all (default 15)
  --strict              exit with 1 when something was not recorded (default: warn and exit with 0)
  --dry-run             print what would be posted, and post nothing
  --help, --version

Variables: LEADLINE_API_KEY or LEADLINE_ID_TOKEN, LEADLINE_URL, LEADLINE_SERVICE, LEADLINE_ENVIRONMENT, LEADLINE_STATUS,
LEADLINE_STARTED_AT, LEADLINE_DEPLOYMENT_ID, LEADLINE_AUDIENCE; LEADLINE_JOB, which tells jobs apart that have one
id, such as the cells of a matrix in Jenkins.
HELP
}

# Without what Azure Pipelines and GitHub Actions would take for a command.
say() { printf 'leadline: %s\n' "$*" | sed 's/##/# #/g' >&2; }

misused() {
  say "$1. --help says what it takes."
  exit 2
}

now() { date -u +%Y-%m-%dT%H:%M:%SZ; }

main() {
  command='' status='' services='' strict='' dry_run='' timeout=15 lost=0
  deployment_id="${LEADLINE_DEPLOYMENT_ID-}" environment="${LEADLINE_ENVIRONMENT-}" audience="${LEADLINE_AUDIENCE-}"
  commit='' branch='' who='' pipeline='' pipeline_url='' repository='' system_started='' system_status='' scratch='' started_file='' looked=''
  system='' status_hint='give it as an argument: finish success'
  url="${LEADLINE_URL:-$served_from}"
  case "${1-}" in
    start | finish | run) command=$1 ;;
    -h | --help | help) help && exit 0 ;;
    --version) printf '%s\n' "$version" && exit 0 ;;
    '') misused 'Say start, finish or run' ;;
    *) misused "There is no command $1: say start, finish or run" ;;
  esac
  shift
  while [ $# -gt 0 ]; do
    case $1 in
      --) shift && break ;;
      -h | --help) help && exit 0 ;;
      --strict) strict=1 ;;
      --dry-run) dry_run=1 ;;
      --service | --environment | --deployment-id | --commit | --branch | --url | --audience | --timeout)
        [ $# -gt 1 ] || misused "$1 needs a value"
        option "$1" "$2"
        shift
        ;;
      --*=*) option "${1%%=*}" "${1#*=}" ;;
      -*) misused "There is no option $1" ;;
      *)
        [ "$command" = finish ] && [ -z "$status" ] || misused "Unexpected argument: $1"
        status=$1
        ;;
    esac
    shift
  done
  [ "$command" = run ] || [ $# = 0 ] || misused "Only run takes a command"
  [ "$command" != run ] || [ $# -gt 0 ] || misused 'run needs a command after --'
  [ -n "$services" ] || add_services "${LEADLINE_SERVICE-}"

  trap cleanup EXIT
  trap 'exit 130' HUP INT TERM
  find_system
  settle
  case $command in
    start) report_start ;;
    finish) report_finish ;;
    run)
      report_start
      run_command "$@"
      ;;
  esac
  [ "$command" != run ] || [ "$code" = 0 ] || exit "$code"
  [ -z "$strict" ] || [ "$lost" = 0 ] || exit 1
  exit 0
}

option() {
  case $1 in
    --service) add_services "$2" ;;
    --environment) environment=$2 ;;
    --deployment-id) deployment_id=$2 ;;
    --commit) commit=$2 ;;
    --branch) branch=$2 ;;
    --url) url=$2 ;;
    --audience) audience=$2 ;;
    --timeout)
      case $2 in '' | *[!0-9]*) misused '--timeout takes whole seconds' ;; esac
      timeout=$(printf %s "$2" | sed 's/^0*\(.\)/\1/')
      ;;
    *) misused "There is no option $1" ;;
  esac
}

# One service a line.
add_services() {
  [ -z "$1" ] || services="$services${services:+$newline}$(printf %s "$1" | tr ',' '\n' | sed 's/^ *//; s/ *$//' | grep .)"
}

# BEGIN systems, written by generate.mjs from systems.json
find_system() {
  if [ -n "${GITHUB_ACTIONS-}" ]; then
    system='GitHub Actions' status_hint='set LEADLINE_STATUS: ${{ job.status }} in the env of the step'
    [ -n "$deployment_id" ] || [ -z "${GITHUB_RUN_ID-}" ] || [ -z "${GITHUB_RUN_ATTEMPT-}" ] || [ -z "${GITHUB_JOB-}" ] || deployment_id="github-${GITHUB_RUN_ID}-${GITHUB_RUN_ATTEMPT}-${GITHUB_JOB}"
    [ -n "$commit" ] || [ -z "${GITHUB_SHA-}" ] || commit="${GITHUB_SHA}"
    [ -n "$branch" ] || [ -z "${GITHUB_HEAD_REF-}" ] || branch="${GITHUB_HEAD_REF}"
    [ -n "$branch" ] || [ -z "${GITHUB_REF_NAME-}" ] || branch="${GITHUB_REF_NAME}"
    [ -n "$who" ] || [ -z "${GITHUB_TRIGGERING_ACTOR-}" ] || who="${GITHUB_TRIGGERING_ACTOR}"
    [ -n "$who" ] || [ -z "${GITHUB_ACTOR-}" ] || who="${GITHUB_ACTOR}"
    [ -n "$pipeline" ] || [ -z "${GITHUB_WORKFLOW-}" ] || pipeline="${GITHUB_WORKFLOW}"
    [ -n "$pipeline_url" ] || [ -z "${GITHUB_SERVER_URL-}" ] || [ -z "${GITHUB_REPOSITORY-}" ] || [ -z "${GITHUB_RUN_ID-}" ] || [ -z "${GITHUB_RUN_ATTEMPT-}" ] || pipeline_url="${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}/attempts/${GITHUB_RUN_ATTEMPT}"
    [ -n "$repository" ] || [ -z "${GITHUB_REPOSITORY-}" ] || repository="${GITHUB_REPOSITORY}"
    [ -n "$scratch" ] || [ -z "${RUNNER_TEMP-}" ] || scratch="${RUNNER_TEMP}"
    [ -n "$started_file" ] || [ -z "${GITHUB_EVENT_PATH-}" ] || started_file="${GITHUB_EVENT_PATH}"
  elif [ -n "${GITLAB_CI-}" ]; then
    system='GitLab CI' status_hint='call it in after_script, where CI_JOB_STATUS says how the job ended'
    [ -n "$deployment_id" ] || [ -z "${CI_PROJECT_ID-}" ] || [ -z "${CI_JOB_ID-}" ] || deployment_id="gitlab-${CI_PROJECT_ID}-${CI_JOB_ID}"
    [ -n "$commit" ] || [ -z "${CI_COMMIT_SHA-}" ] || commit="${CI_COMMIT_SHA}"
    [ -n "$environment" ] || [ -z "${CI_ENVIRONMENT_NAME-}" ] || environment="${CI_ENVIRONMENT_NAME}"
    [ -n "$branch" ] || [ -z "${CI_COMMIT_REF_NAME-}" ] || branch="${CI_COMMIT_REF_NAME}"
    [ -n "$who" ] || [ -z "${GITLAB_USER_LOGIN-}" ] || who="${GITLAB_USER_LOGIN}"
    [ -n "$pipeline" ] || [ -z "${CI_JOB_NAME-}" ] || pipeline="${CI_JOB_NAME}"
    [ -n "$pipeline_url" ] || [ -z "${CI_JOB_URL-}" ] || pipeline_url="${CI_JOB_URL}"
    [ -n "$repository" ] || [ -z "${CI_PROJECT_PATH-}" ] || repository="${CI_PROJECT_PATH}"
    [ -n "$system_started" ] || [ -z "${CI_JOB_STARTED_AT-}" ] || system_started="${CI_JOB_STARTED_AT}"
    [ -n "$system_status" ] || [ -z "${CI_JOB_STATUS-}" ] || system_status="${CI_JOB_STATUS}"
  elif [ -n "${TF_BUILD-}" ]; then
    system='Azure Pipelines' status_hint='give the step condition: always()'
    [ -n "$deployment_id" ] || [ -z "${BUILD_BUILDID-}" ] || [ -z "${SYSTEM_JOBID-}" ] || [ -z "${SYSTEM_JOBATTEMPT-}" ] || deployment_id="azure-${BUILD_BUILDID}-${SYSTEM_JOBID}-${SYSTEM_JOBATTEMPT}"
    [ -n "$deployment_id" ] || [ -z "${BUILD_BUILDID-}" ] || [ -z "${SYSTEM_JOBID-}" ] || deployment_id="azure-${BUILD_BUILDID}-${SYSTEM_JOBID}"
    [ -n "$commit" ] || [ -z "${BUILD_SOURCEVERSION-}" ] || commit="${BUILD_SOURCEVERSION}"
    [ -n "$branch" ] || [ -z "${BUILD_SOURCEBRANCH-}" ] || branch="${BUILD_SOURCEBRANCH}"
    [ -n "$who" ] || [ -z "${BUILD_REQUESTEDFOR-}" ] || who="${BUILD_REQUESTEDFOR}"
    [ -n "$pipeline" ] || [ -z "${BUILD_DEFINITIONNAME-}" ] || pipeline="${BUILD_DEFINITIONNAME}"
    [ -n "$pipeline_url" ] || [ -z "${SYSTEM_COLLECTIONURI-}" ] || [ -z "${SYSTEM_TEAMPROJECTID-}" ] || [ -z "${BUILD_BUILDID-}" ] || pipeline_url="${SYSTEM_COLLECTIONURI}${SYSTEM_TEAMPROJECTID}/_build/results?buildId=${BUILD_BUILDID}"
    [ -n "$repository" ] || [ -z "${BUILD_REPOSITORY_NAME-}" ] || repository="${BUILD_REPOSITORY_NAME}"
    [ -n "$system_started" ] || [ -z "${SYSTEM_PIPELINESTARTTIME-}" ] || system_started="${SYSTEM_PIPELINESTARTTIME}"
    [ -n "$scratch" ] || [ -z "${AGENT_TEMPDIRECTORY-}" ] || scratch="${AGENT_TEMPDIRECTORY}"
    [ -n "$system_status" ] || [ -z "${AGENT_JOBSTATUS-}" ] || system_status="${AGENT_JOBSTATUS}"
  elif [ -n "${CIRCLECI-}" ]; then
    system='CircleCI' status_hint='call finish success in a step with when: on_success, and finish failure in one with when: on_fail'
    [ -n "$deployment_id" ] || [ -z "${CIRCLE_WORKFLOW_JOB_ID-}" ] || [ -z "${CIRCLE_NODE_INDEX-}" ] || deployment_id="circleci-${CIRCLE_WORKFLOW_JOB_ID}-${CIRCLE_NODE_INDEX}"
    [ -n "$deployment_id" ] || [ -z "${CIRCLE_WORKFLOW_JOB_ID-}" ] || deployment_id="circleci-${CIRCLE_WORKFLOW_JOB_ID}"
    [ -n "$commit" ] || [ -z "${CIRCLE_SHA1-}" ] || commit="${CIRCLE_SHA1}"
    [ -n "$branch" ] || [ -z "${CIRCLE_BRANCH-}" ] || branch="${CIRCLE_BRANCH}"
    [ -n "$branch" ] || [ -z "${CIRCLE_TAG-}" ] || branch="${CIRCLE_TAG}"
    [ -n "$who" ] || [ -z "${CIRCLE_USERNAME-}" ] || who="${CIRCLE_USERNAME}"
    [ -n "$pipeline" ] || [ -z "${CIRCLE_JOB-}" ] || pipeline="${CIRCLE_JOB}"
    [ -n "$pipeline_url" ] || [ -z "${CIRCLE_BUILD_URL-}" ] || pipeline_url="${CIRCLE_BUILD_URL}"
    [ -n "$repository" ] || [ -z "${CIRCLE_PROJECT_USERNAME-}" ] || [ -z "${CIRCLE_PROJECT_REPONAME-}" ] || repository="${CIRCLE_PROJECT_USERNAME}/${CIRCLE_PROJECT_REPONAME}"
  elif [ -n "${BITBUCKET_BUILD_NUMBER-}" ]; then
    system='Bitbucket Pipelines' status_hint='call it in after-script, where BITBUCKET_EXIT_CODE says how the step ended'
    [ -n "$deployment_id" ] || [ -z "${BITBUCKET_REPO_FULL_NAME-}" ] || [ -z "${BITBUCKET_BUILD_NUMBER-}" ] || [ -z "${BITBUCKET_STEP_UUID-}" ] || [ -z "${BITBUCKET_STEP_RUN_NUMBER-}" ] || deployment_id="bitbucket-${BITBUCKET_REPO_FULL_NAME}-${BITBUCKET_BUILD_NUMBER}-${BITBUCKET_STEP_UUID}-${BITBUCKET_STEP_RUN_NUMBER}"
    [ -n "$deployment_id" ] || [ -z "${BITBUCKET_REPO_FULL_NAME-}" ] || [ -z "${BITBUCKET_BUILD_NUMBER-}" ] || [ -z "${BITBUCKET_STEP_RUN_NUMBER-}" ] || deployment_id="bitbucket-${BITBUCKET_REPO_FULL_NAME}-${BITBUCKET_BUILD_NUMBER}-${BITBUCKET_STEP_RUN_NUMBER}"
    [ -n "$deployment_id" ] || [ -z "${BITBUCKET_REPO_FULL_NAME-}" ] || [ -z "${BITBUCKET_BUILD_NUMBER-}" ] || deployment_id="bitbucket-${BITBUCKET_REPO_FULL_NAME}-${BITBUCKET_BUILD_NUMBER}"
    [ -n "$commit" ] || [ -z "${BITBUCKET_COMMIT-}" ] || commit="${BITBUCKET_COMMIT}"
    [ -n "$environment" ] || [ -z "${BITBUCKET_DEPLOYMENT_ENVIRONMENT-}" ] || environment="${BITBUCKET_DEPLOYMENT_ENVIRONMENT}"
    [ -n "$branch" ] || [ -z "${BITBUCKET_BRANCH-}" ] || branch="${BITBUCKET_BRANCH}"
    [ -n "$branch" ] || [ -z "${BITBUCKET_TAG-}" ] || branch="${BITBUCKET_TAG}"
    [ -n "$who" ] || [ -z "${BITBUCKET_STEP_TRIGGERER_UUID-}" ] || who="${BITBUCKET_STEP_TRIGGERER_UUID}"
    [ -n "$pipeline" ] || [ -z "${BITBUCKET_REPO_FULL_NAME-}" ] || pipeline="${BITBUCKET_REPO_FULL_NAME}"
    [ -n "$pipeline_url" ] || [ -z "${BITBUCKET_REPO_FULL_NAME-}" ] || [ -z "${BITBUCKET_BUILD_NUMBER-}" ] || pipeline_url="https://bitbucket.org/${BITBUCKET_REPO_FULL_NAME}/pipelines/results/${BITBUCKET_BUILD_NUMBER}"
    [ -n "$repository" ] || [ -z "${BITBUCKET_REPO_FULL_NAME-}" ] || repository="${BITBUCKET_REPO_FULL_NAME}"
    [ -n "$system_status" ] || [ -z "${BITBUCKET_EXIT_CODE-}" ] || system_status="${BITBUCKET_EXIT_CODE}"
  elif [ -n "${BUILDKITE-}" ]; then
    system='Buildkite' status_hint='call it in a pre-exit hook, where BUILDKITE_COMMAND_EXIT_STATUS says how the command ended'
    [ -n "$deployment_id" ] || [ -z "${BUILDKITE_JOB_ID-}" ] || deployment_id="buildkite-${BUILDKITE_JOB_ID}"
    [ -n "$commit" ] || [ -z "${BUILDKITE_COMMIT-}" ] || commit="${BUILDKITE_COMMIT}"
    [ -n "$branch" ] || [ -z "${BUILDKITE_BRANCH-}" ] || branch="${BUILDKITE_BRANCH}"
    [ -n "$who" ] || [ -z "${BUILDKITE_BUILD_CREATOR-}" ] || who="${BUILDKITE_BUILD_CREATOR}"
    [ -n "$pipeline" ] || [ -z "${BUILDKITE_PIPELINE_NAME-}" ] || pipeline="${BUILDKITE_PIPELINE_NAME}"
    [ -n "$pipeline" ] || [ -z "${BUILDKITE_PIPELINE_SLUG-}" ] || pipeline="${BUILDKITE_PIPELINE_SLUG}"
    [ -n "$pipeline_url" ] || [ -z "${BUILDKITE_BUILD_URL-}" ] || [ -z "${BUILDKITE_JOB_ID-}" ] || pipeline_url="${BUILDKITE_BUILD_URL}#${BUILDKITE_JOB_ID}"
    [ -n "$repository" ] || [ -z "${BUILDKITE_REPO-}" ] || repository="${BUILDKITE_REPO}"
    [ -n "$system_status" ] || [ -z "${BUILDKITE_JOB_TIMED_OUT-}" ] || system_status="failure"
    [ -n "$system_status" ] || [ -z "${BUILDKITE_JOB_CANCELLED-}" ] || system_status="cancelled"
    [ -n "$system_status" ] || [ -z "${BUILDKITE_COMMAND_EXIT_STATUS-}" ] || system_status="${BUILDKITE_COMMAND_EXIT_STATUS}"
  elif [ -n "${TEAMCITY_VERSION-}" ]; then
    system='TeamCity' status_hint='wrap the deployment: run -- ./deploy.sh'
    [ -n "$deployment_id" ] || [ -z "${BUILD_URL-}" ] || deployment_id="teamcity-${BUILD_URL}"
    [ -n "$deployment_id" ] || [ -z "${TEAMCITY_PROJECT_NAME-}" ] || [ -z "${TEAMCITY_BUILDCONF_NAME-}" ] || [ -z "${BUILD_NUMBER-}" ] || deployment_id="teamcity-${TEAMCITY_PROJECT_NAME}-${TEAMCITY_BUILDCONF_NAME}-${BUILD_NUMBER}"
    [ -n "$commit" ] || [ -z "${BUILD_VCS_NUMBER-}" ] || commit="${BUILD_VCS_NUMBER}"
    [ -n "$pipeline" ] || [ -z "${TEAMCITY_BUILDCONF_NAME-}" ] || pipeline="${TEAMCITY_BUILDCONF_NAME}"
    [ -n "$pipeline_url" ] || [ -z "${BUILD_URL-}" ] || pipeline_url="${BUILD_URL}"
  elif [ -n "${DRONE-}" ]; then
    system='Drone' status_hint='give the step when: status: [success, failure]'
    [ -n "$deployment_id" ] || [ -z "${DRONE_REPO-}" ] || [ -z "${DRONE_BUILD_NUMBER-}" ] || [ -z "${DRONE_STAGE_NUMBER-}" ] || deployment_id="drone-${DRONE_REPO}-${DRONE_BUILD_NUMBER}-${DRONE_STAGE_NUMBER}"
    [ -n "$commit" ] || [ -z "${DRONE_COMMIT_SHA-}" ] || commit="${DRONE_COMMIT_SHA}"
    [ -n "$environment" ] || [ -z "${DRONE_DEPLOY_TO-}" ] || environment="${DRONE_DEPLOY_TO}"
    [ -n "$branch" ] || [ -z "${DRONE_SOURCE_BRANCH-}" ] || branch="${DRONE_SOURCE_BRANCH}"
    [ -n "$branch" ] || [ -z "${DRONE_BRANCH-}" ] || branch="${DRONE_BRANCH}"
    [ -n "$branch" ] || [ -z "${DRONE_TAG-}" ] || branch="${DRONE_TAG}"
    [ -n "$who" ] || [ -z "${DRONE_COMMIT_AUTHOR-}" ] || who="${DRONE_COMMIT_AUTHOR}"
    [ -n "$pipeline" ] || [ -z "${DRONE_STAGE_NAME-}" ] || pipeline="${DRONE_STAGE_NAME}"
    [ -n "$pipeline_url" ] || [ -z "${DRONE_BUILD_LINK-}" ] || pipeline_url="${DRONE_BUILD_LINK}"
    [ -n "$repository" ] || [ -z "${DRONE_REPO-}" ] || repository="${DRONE_REPO}"
    [ -n "$system_started" ] || [ -z "${DRONE_STAGE_STARTED-}" ] || system_started="${DRONE_STAGE_STARTED}"
    [ -n "$system_started" ] || [ -z "${DRONE_BUILD_STARTED-}" ] || system_started="${DRONE_BUILD_STARTED}"
    [ -n "$system_status" ] || [ -z "${DRONE_STAGE_STATUS-}" ] || system_status="${DRONE_STAGE_STATUS}"
    [ -n "$system_status" ] || [ -z "${DRONE_BUILD_STATUS-}" ] || system_status="${DRONE_BUILD_STATUS}"
  elif [ -n "${CI_SYSTEM_NAME-}" ]; then
    system='Woodpecker' status_hint='give the step when: status: [success, failure]'
    [ -n "$deployment_id" ] || [ -z "${CI_REPO-}" ] || [ -z "${CI_PIPELINE_NUMBER-}" ] || [ -z "${CI_WORKFLOW_NUMBER-}" ] || deployment_id="woodpecker-${CI_REPO}-${CI_PIPELINE_NUMBER}-${CI_WORKFLOW_NUMBER}"
    [ -n "$deployment_id" ] || [ -z "${CI_REPO-}" ] || [ -z "${CI_PIPELINE_NUMBER-}" ] || deployment_id="woodpecker-${CI_REPO}-${CI_PIPELINE_NUMBER}"
    [ -n "$commit" ] || [ -z "${CI_COMMIT_SHA-}" ] || commit="${CI_COMMIT_SHA}"
    [ -n "$environment" ] || [ -z "${CI_PIPELINE_DEPLOY_TARGET-}" ] || environment="${CI_PIPELINE_DEPLOY_TARGET}"
    [ -n "$branch" ] || [ -z "${CI_COMMIT_BRANCH-}" ] || branch="${CI_COMMIT_BRANCH}"
    [ -n "$branch" ] || [ -z "${CI_COMMIT_TAG-}" ] || branch="${CI_COMMIT_TAG}"
    [ -n "$who" ] || [ -z "${CI_PIPELINE_AUTHOR-}" ] || who="${CI_PIPELINE_AUTHOR}"
    [ -n "$who" ] || [ -z "${CI_COMMIT_AUTHOR-}" ] || who="${CI_COMMIT_AUTHOR}"
    [ -n "$pipeline" ] || [ -z "${CI_WORKFLOW_NAME-}" ] || pipeline="${CI_WORKFLOW_NAME}"
    [ -n "$pipeline_url" ] || [ -z "${CI_STEP_URL-}" ] || pipeline_url="${CI_STEP_URL}"
    [ -n "$pipeline_url" ] || [ -z "${CI_PIPELINE_URL-}" ] || pipeline_url="${CI_PIPELINE_URL}"
    [ -n "$repository" ] || [ -z "${CI_REPO-}" ] || repository="${CI_REPO}"
    [ -n "$system_started" ] || [ -z "${CI_PIPELINE_STARTED-}" ] || system_started="${CI_PIPELINE_STARTED}"
    [ -n "$system_status" ] || [ -z "${CI_PIPELINE_STATUS-}" ] || system_status="${CI_PIPELINE_STATUS}"
  elif [ -n "${JENKINS_URL-}" ] || [ -n "${JENKINS_HOME-}" ] || [ -n "${HUDSON_URL-}" ]; then
    system='Jenkins' status_hint='set LEADLINE_STATUS=${currentBuild.currentResult}'
    [ -n "$deployment_id" ] || [ -z "${BUILD_TAG-}" ] || [ -z "${STAGE_NAME-}" ] || deployment_id="${BUILD_TAG}-${STAGE_NAME}"
    [ -n "$deployment_id" ] || [ -z "${BUILD_TAG-}" ] || deployment_id="${BUILD_TAG}"
    [ -n "$commit" ] || [ -z "${GIT_COMMIT-}" ] || commit="${GIT_COMMIT}"
    [ -n "$branch" ] || [ -z "${CHANGE_BRANCH-}" ] || branch="${CHANGE_BRANCH}"
    [ -n "$branch" ] || [ -z "${BRANCH_NAME-}" ] || branch="${BRANCH_NAME}"
    [ -n "$branch" ] || [ -z "${GIT_LOCAL_BRANCH-}" ] || branch="${GIT_LOCAL_BRANCH}"
    [ -n "$branch" ] || [ -z "${GIT_BRANCH-}" ] || branch="${GIT_BRANCH}"
    [ -n "$who" ] || [ -z "${BUILD_USER-}" ] || who="${BUILD_USER}"
    [ -n "$who" ] || [ -z "${CHANGE_AUTHOR-}" ] || who="${CHANGE_AUTHOR}"
    [ -n "$pipeline" ] || [ -z "${JOB_NAME-}" ] || pipeline="${JOB_NAME}"
    [ -n "$pipeline_url" ] || [ -z "${RUN_DISPLAY_URL-}" ] || pipeline_url="${RUN_DISPLAY_URL}"
    [ -n "$pipeline_url" ] || [ -z "${BUILD_URL-}" ] || pipeline_url="${BUILD_URL}"
    [ -n "$repository" ] || [ -z "${GIT_URL-}" ] || repository="${GIT_URL}"
  fi
}
# END systems

# Fills in what no variable told.
settle() {
  case $commit in
    '' | *[!0-9a-fA-F]*) commit=$(git rev-parse --verify --quiet "${commit:-HEAD}^{commit}" 2>/dev/null || printf %s "$commit") ;;
  esac
  [ -n "$branch" ] || branch=$(git symbolic-ref --quiet --short HEAD 2>/dev/null)
  branch=${branch#refs/heads/} && branch=${branch#refs/tags/} && branch=${branch#origin/}
  [ -n "$environment" ] || environment=production
  [ -n "$repository" ] || repository=$(git remote get-url origin 2>/dev/null)
  repository=$(printf %s "$repository" | sed 's,^[a-z+]*://[^/]*/,,; s,^[^/]*@[^/]*:,,; s,/$,,; s,\.git$,,')
  full_repository=$repository
  repository=${repository##*[/:]}
  [ -n "$services" ] || services=$repository
  git_dir=$(git rev-parse --absolute-git-dir 2>/dev/null)
  [ -n "$scratch" ] || scratch=$git_dir
  [ -z "$deployment_id" ] || [ -z "${LEADLINE_JOB-}" ] || deployment_id="$deployment_id-$LEADLINE_JOB"
  [ -n "$deployment_id" ] || deployment_id="git-$(printf %s "$commit" | cut -c1-12)-$(date +%s)-$$"
  pipeline_url=$(printf %s "$pipeline_url" | sed 's/ /%20/g')
  case $pipeline_url in http://* | https://*) ;; *) pipeline_url='' ;; esac
  url=${url%/}
  note="$scratch/leadline-started-$(printf %s "$deployment_id" | cksum | tr ' ' '-')"
}

report_start() {
  started=$(now)
  [ -z "$scratch" ] || [ -n "$dry_run" ] || printf '%s\n' "$started" >"$note" 2>/dev/null
  report in_progress 5
}

report_finish() {
  status=$(status_of "${status:-${LEADLINE_STATUS:-$system_status}}")
  if [ -z "$status" ]; then
    say "nothing was reported, because ${system:-this job} does not say how it ended: $status_hint"
    lost=1
    return
  fi
  started="${LEADLINE_STARTED_AT-}"
  [ -n "$started" ] || [ -z "$scratch" ] || started=$(cat "$note" 2>/dev/null)
  [ -n "$started" ] || started=$system_started
  [ -n "$started" ] || [ -z "$system" ] || started=$(began)
  started=$(instant "$started")
  report "$status" "$timeout"
}

# About when a job began, where its system does not say: when it wrote a file of it, or checked it out.
began() {
  for file in "$started_file" "$git_dir/FETCH_HEAD" "$git_dir/HEAD"; do
    if [ -f "$file" ] && date -u -r "$file" +%Y-%m-%dT%H:%M:%SZ 2>/dev/null; then return; fi
  done
}

# How CI systems and exit codes say that something ended, as the webhook says it; nothing for what says no end. A shell
# has 130 and 143 for what was stopped by INT and TERM.
status_of() {
  case $(printf %s "$1" | tr '[:upper:]' '[:lower:]') in
    success | succeeded | succeededwithissues | passed | unstable | 0) echo success ;;
    cancelled | canceled | aborted | not_built | killed | 130 | 143) echo cancelled ;;
    failure | failed | error | errored | timed_out | timedout) echo failure ;;
    rolled_back) echo rolled_back ;;
    '' | *[!0-9-]*) ;;
    *) echo failure ;;
  esac
}

# A time as ISO 8601, from that, from "date time", or from seconds or milliseconds since 1970. Now, when there is none.
instant() {
  case $1 in
    [0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*) printf %s "$1" | sed 's/ /T/' ;;
    '' | *[!0-9]*) now ;;
    ?????????????) at_second "${1%???}" ;;
    *) at_second "$1" ;;
  esac
}

at_second() {
  date -u -d "@$1" +%Y-%m-%dT%H:%M:%SZ 2>/dev/null || date -u -r "$1" +%Y-%m-%dT%H:%M:%SZ 2>/dev/null || now
}

run_command() {
  signalled='' child=''
  trap 'stop_command' HUP INT TERM
  exec 3<&0
  (unset LC_ALL; eval "$given_environment" 2>/dev/null; exec "$@") <&3 3<&- &
  child=$!
  exec 3<&-
  while :; do
    stopped=''
    wait "$child"
    code=$?
    [ -n "$stopped" ] || break
  done
  trap '' HUP INT TERM
  [ -z "$signalled" ] || timeout=5
  status=$code
  [ -z "$signalled" ] || status=cancelled
  status=$(status_of "$status")
  report "$status" "$timeout"
}

# A command in the background ignores INT in many shells, so it gets TERM whatever came.
stop_command() {
  stopped=1 signalled=1
  kill -TERM "$child" 2>/dev/null
}

# Reports a status for each service, within so many seconds in all.
report() {
  completed=''
  [ "$1" = in_progress ] || completed=$(now)
  case $newline$services$newline in *"${newline}changed$newline"*) find_changed || return ;; esac
  deadline=$(($(date +%s) + $2))
  if [ -z "$services" ] && [ -n "$looked" ]; then
    say "nothing to report: no service of $full_repository changed since what is live"
    return
  elif [ -z "$services" ]; then
    say 'nothing was reported: name the service with --service'
    lost=1
    return
  fi
  [ -n "$dry_run" ] || prepare || return
  same=$(shared_fields)
  waiting=$services
  if [ -n "$dry_run" ]; then each_waiting event_line "$1"; else post "$1"; fi
}

# Calls a function for each service that is waiting, with its words before the name.
each_waiting() {
  IFS=$newline
  set -f
  for service in $waiting; do
    unset IFS
    "$@" "$service"
  done
  set +f
  unset IFS
}

# Replaces `changed` by the services of the repository that changed since what is live. Leadline knows that and their
# paths, git what changed; a service counts as changed where one of them does not know. Fails, and says why.
find_changed() {
  looked=1
  if [ "$command" = finish ] && [ -f "$note-services" ]; then
    services=$(cat "$note-services")
    return
  fi
  prepare || return 1
  fetch_until=$(($(date +%s) + 10))
  asked="$url/api/webhooks/deployments/services?repository=$(encoded "$full_repository")&environment=$(encoded "$environment")"
  look "$asked" || return 1
  : >"$work/body"
  for live in $(cut -d ' ' -f 1 "$work/answer" | grep -E '^[0-9a-fA-F]{5,40}$' | sort -u); do
    add_changes "$live" || say "this clone does not have commit $live: services that are live at it count as changed"
  done
  look "$asked" "$work/body" || return 1
  services=$(printf '%s\n' "$services" | grep -vx changed; cat "$work/answer")
  [ "$command" != start ] || [ -z "$scratch" ] || [ -n "$dry_run" ] || printf '%s\n' "$services" >"$note-services" 2>/dev/null
  return 0
}

# Asks which services changed, once more where that may help. Fails, and says why.
look() {
  for _ in 1 2; do
    fetch 5 "$@"
    case $answered:$complete in
      200:0) return 0 ;;
      000:* | 200:* | 429:* | 502:* | 503:* | 504:*) sleep 1 ;;
      *) break ;;
    esac
  done
  say "WARNING: nothing was reported: which services changed is not known: ${url#*://}: $(reason_of)"
  lost=1
  return 1
}

# Adds the paths that changed since a commit to what Leadline is told, each behind a space. Fails where they are not known.
add_changes() {
  if ! git cat-file -e "$1^{commit}" 2>/dev/null; then
    [ "$(date +%s)" -lt "$fetch_until" ] || return 1
    # A clone that is complete stays so.
    depth=''
    [ "$(git rev-parse --is-shallow-repository 2>/dev/null)" != true ] || depth=--depth=1
    within 5 env GIT_TERMINAL_PROMPT=0 git fetch --quiet --no-tags --no-recurse-submodules $depth origin "$1" \
      >/dev/null 2>&1 </dev/null || return 1
  fi
  git diff -z --name-only --no-renames "$1" "$commit" -- >"$work/paths" 2>/dev/null || return 1
  [ $(($(wc -c <"$work/body") + $(wc -c <"$work/paths"))) -lt 200000 ] || return 1
  printf 'since %s\n' "$1" >>"$work/body"
  tr '\n\000' ' \n' <"$work/paths" | sed 's/^/ /' >>"$work/body"
}

encoded() { printf %s "$1" | od -An -v -tx1 | tr -d ' \n' | sed 's/../%&/g'; }

# A folder for the key, which no list of processes shows, and for what is sent. Fails, and says why, without a key.
prepare() {
  case $url in
    http://*[!A-Za-z0-9:/._~%-]* | https://*[!A-Za-z0-9:/._~%-]*) prepared_not "$url is not a valid address" && return 1 ;;
    http://?* | https://?*) ;;
    *) prepared_not 'the address of Leadline is missing: set LEADLINE_URL' && return 1 ;;
  esac
  if command -v curl >/dev/null 2>&1; then
    client=curl
  elif wget --version 2>/dev/null | grep -q GNU; then
    client=wget
  else
    prepared_not 'curl or GNU wget is needed (the wget of BusyBox would show the key in the list of processes)'
    return 1
  fi
  [ -n "${work-}" ] || work=$(mktemp -d 2>/dev/null) || { prepared_not 'cannot create a temporary folder' && return 1; }
  key=$(printf %s "${LEADLINE_API_KEY:-${LEADLINE_ID_TOKEN-}}" | tr -d '[:space:]')
  [ -n "$key" ] || key=$(github_token)
  case $key in
    '' | '$('*)
      if [ -n "$audience" ]; then
        prepared_not 'GitHub gave no token: the job needs the permission id-token: write'
      else
        prepared_not 'LEADLINE_API_KEY is not set (pull requests from forks have no secrets)'
      fi
      return 1
      ;;
    *[!A-Za-z0-9._-]*) prepared_not 'LEADLINE_API_KEY does not look like a key' && return 1 ;;
  esac
  write_authorization "$key"
}

prepared_not() {
  say "nothing was reported: $1"
  lost=1
}

write_authorization() {
  if [ "$client" = curl ]; then
    printf 'header = "Authorization: Bearer %s"\nheader = "Content-Type: application/json"\n' "$1" >"$work/settings"
  else
    printf 'header = Authorization: Bearer %s\nheader = Content-Type: application/json\n' "$1" >"$work/settings"
  fi
}

# A token of GitHub that says which repository this is, for the audience that Leadline shows.
github_token() {
  [ -n "$audience" ] && [ -n "${ACTIONS_ID_TOKEN_REQUEST_URL-}" ] || return 0
  write_authorization "${ACTIONS_ID_TOKEN_REQUEST_TOKEN-}"
  fetch 5 "$ACTIONS_ID_TOKEN_REQUEST_URL&audience=$(encoded "$audience")"
  sed -n 's/.*"value" *: *"\([A-Za-z0-9._-]*\)".*/\1/p' "$work/answer" 2>/dev/null
}

# What all services have the same, as JSON.
shared_fields() {
  field commitSha "$commit"
  field environment "$environment"
  field startedAt "$started"
  field completedAt "$completed"
  optional branch "$branch"
  optional triggeredBy "$who"
  optional pipelineName "$pipeline"
  optional pipelineUrl "$pipeline_url"
}

# One event as JSON.
event() {
  full_id="$deployment_id-$2-$environment"
  if [ ${#full_id} -gt 200 ]; then
    full_id="$(printf %s "$full_id" | tr -cd ' -~' | cut -c1-150)-$(printf %s "$full_id" | cksum | tr ' ' '-')"
  fi
  printf '{"deploymentId":%s,"status":"%s","service":%s%s}' "$(json "$full_id")" "$1" "$(json "$2")" "$same"
}

event_line() { event "$@" && echo; }

# What is posted: one event, or an array of them.
body() {
  [ -n "$batch" ] || { event "$1" "$waiting" && return; }
  printf '['
  each_waiting listed_event "$1" | sed '1s/^,//'
  printf ']'
}

listed_event() { printf ',' && event_line "$@"; }

# What Leadline would refuse for its length costs no event.
optional() { [ ${#2} -gt 1000 ] || field "$1" "$2"; }

field() { [ -z "$2" ] || printf ',"%s":%s' "$1" "$(json "$2")"; }

json() {
  case $1 in
    *[!A-Za-z0-9\ ._/:@+=,-]*) printf '"%s"' "$(printf %s "$1" | tr -d '[:cntrl:]' | sed 's/["\\]/\\&/g')" ;;
    *) printf '"%s"' "$1" ;;
  esac
}

# Posts an event of each service that is waiting until it is answered, as often as there is time, and says what became
# of each.
post() {
  hops=0 pause=1 reason='' request='' state=$1 batch=''
  case $waiting in *"$newline"*) batch=/batch ;; esac
  target=$url/api/webhooks/deployments$batch
  while :; do
    body "$state" >"$work/body"
    left=$((deadline - $(date +%s)))
    if [ "$left" -lt 0 ]; then
      reason="${reason:-there was no time left}"
      break
    fi
    [ "$left" -gt 0 ] || left=1
    [ "$left" -le 10 ] || left=10
    fetch "$left" "$target" "$work/body"
    request=$(header x-request-id)
    asked=$(seconds_of "$(header retry-after)")
    case $answered in
      200 | 201)
        results >"$work/results"
        if settle_waiting; then
          [ -n "$waiting" ] || return
        elif [ "$complete" = 0 ] || ! grep -q '^{"stored":' "$work/answer"; then
          reason='what answered is not Leadline: check LEADLINE_URL'
          break
        else
          reason='its answer broke off'
        fi
        ;;
      301 | 302 | 303 | 307 | 308)
        redirect "$(header location)" && continue
        reason="it answered $answered with another address, $(header location): set LEADLINE_URL"
        break
        ;;
      000 | 408 | 425 | 429 | 502 | 503 | 504) reason=$(reason_of) ;;
      *)
        reason=$(reason_of)
        break
        ;;
    esac
    [ "$asked" -le "$pause" ] || pause=$asked
    [ $(($(date +%s) + pause)) -lt "$deadline" ] || break
    sleep "$pause"
    pause=$((pause * 2))
  done
  each_waiting lose "${reason}${request:+ (request $request)}"
}

# What was answered to each service that is waiting, one a line: the status, and the rest of the answer. One event alone
# is told by the status of the answer as a whole, also where the answer breaks off.
results() {
  if [ -n "$batch" ]; then
    tr -d '[:cntrl:]' <"$work/answer" | sed 's/{"status":/\
&/g' | sed -n 's/^{"status":\([0-9][0-9][0-9]\)/\1 /p'
  elif [ ! -s "$work/answer" ] || grep -q '"deploymentId"' "$work/answer"; then
    printf '%s %s\n' "$answered" "$(tr -d '[:cntrl:]' <"$work/answer")"
  fi
}

# Says what became of each service that is waiting, of which those are left that may still be recorded. Fails where not
# each of them was answered.
settle_waiting() {
  [ "$(printf '%s\n' "$waiting" | grep -c .)" = "$(grep -c . "$work/results")" ] || return 1
  left_over='' place=0
  each_waiting settle_next <"$work/results"
  waiting=$left_over
}

settle_next() {
  IFS= read -r result
  place=$((place + 1))
  id=$request
  [ -z "$batch" ] || id=$request/$place
  case $result in
    20[01]*)
      say "recorded: $1 to $environment, $state$(linked "$result") (request $id)"
      return
      ;;
  esac
  reason="it answered $(printf %s "$result" | cut -c1-3), $(error_text "$result")"
  case $result in
    408* | 425* | 429* | 502* | 503* | 504*)
      left_over="$left_over${left_over:+$newline}$1"
      later=$(seconds_of "$(printf %s "$result" | sed -n 's/.*"retryAfter":\([0-9]*\).*/\1/p')")
      [ "$later" -le "$asked" ] || asked=$later
      ;;
    *) lose "$reason (request $id)" "$1" ;;
  esac
}

# What Retry-After says; 0 for a date, and for nothing.
seconds_of() {
  case $1 in '' | *[!0-9]*) echo 0 ;; ?????*) echo 9999 ;; *) printf '%s\n' "$1" | sed 's/^0*\(.\)/\1/' ;; esac
}

lose() {
  lost=1
  say "WARNING: not recorded: $2 to $environment, $state: ${url#*://}: $1"
}

# Follows a redirect on the same host, which is not from https to http, three times at most.
redirect() {
  hops=$((hops + 1))
  [ "$hops" -le 3 ] || return 1
  case $1 in
    /[!/]*) set -- "$(printf %s "$target" | sed 's,^\([a-z]*://[^/]*\).*,\1,')$1" ;;
  esac
  [ "$(host_of "$1")" = "$(host_of "$target")" ] || return 1
  case $target:$1 in https://*:http://*) return 1 ;; esac
  case $1 in http://*[!A-Za-z0-9:/._~%?=-]* | https://*[!A-Za-z0-9:/._~%?=-]*) return 1 ;; http://* | https://*) ;; *) return 1 ;; esac
  target=$1
}

host_of() { printf %s "$1" | sed 's,^[a-z]*://,,; s,[/?#].*,,; s,:[0-9]*$,,'; }

# Requests an address within so many seconds, with a body to post if there is one. Sets $answered to the status, 000
# without an answer, and $complete to 0 where the answer did not break off; headers and body are in $work.
fetch() {
  : >"$work/headers" && : >"$work/answer" && : >"$work/trouble"
  if [ "$client" = curl ]; then
    set -- "$1" "$2" ${3:+--data-binary "@$3"}
    seconds=$1 address=$2
    shift 2
    answered=$(curl --config "$work/settings" --globoff --silent --show-error --connect-timeout 5 --max-time "$seconds" --max-filesize 1048576 \
      --dump-header "$work/headers" --output "$work/answer" --write-out '%{http_code}' "$@" "$address" 2>"$work/trouble")
    complete=$?
  else
    within "$1" env WGETRC="$work/settings" wget --quiet --server-response --tries=1 --max-redirect=0 \
      --connect-timeout=5 --timeout="$1" --content-on-error --output-document="$work/answer" ${3:+--post-file="$3"} "$2" \
      2>"$work/headers"
    complete=$?
    answered=$(sed -n 's,^ *HTTP/[0-9.]* \([0-9][0-9][0-9]\).*,\1,p' "$work/headers" | tail -n 1)
  fi
  case $answered in [1-9][0-9][0-9]) ;; *) answered=000 ;; esac
}

within() {
  if command -v timeout >/dev/null 2>&1; then
    timeout "$@"
    return
  fi
  limit=$1
  shift
  "$@" </dev/null &
  watched=$!
  (sleep "$limit" && kill "$watched") >/dev/null 2>&1 &
  watcher=$!
  wait "$watched"
  ended=$?
  kill "$watcher" 2>/dev/null
  return "$ended"
}

header() {
  sed -n 's/^ *\([A-Za-z-]*\): *\(.*\)$/\1 \2/p' "$work/headers" | tr -d '\r' |
    awk -v name="$1" 'tolower($1) == name { sub(/^[^ ]* /, ""); text = $0 } END { print text }' |
    LC_ALL=C tr -d '[:cntrl:]' | cut -c1-300
}

linked() {
  count=$(printf %s "$1" | sed -n 's/.*"linkedPRs":\([0-9]*\).*/\1/p')
  case $count in '' | 0) ;; 1) printf ', 1 pull request' ;; *) printf ', %s pull requests' "$count" ;; esac
}

# Why what was fetched last is no success.
reason_of() {
  if [ "$answered" = 000 ]; then printf 'it did not answer%s' "$(trouble)"; else printf 'it answered %s, %s' "$answered" "$(error_text "$(tr -d '[:cntrl:]' <"$work/answer")")"; fi
}

error_text() {
  text=$(printf %s "$1" | sed -n 's/,"retryAfter":[0-9]*//; s/.*"error":"\(.*\)".*/\1/p' | sed 's/\\\(["\\]\)/\1/g' | cut -c1-300)
  printf %s "${text:-without a reason}"
}

trouble() { LC_ALL=C tr -d '[:cntrl:]' <"$work/trouble" | sed 's/.\{1,200\}/ (&)/' | cut -c1-203; }

cleanup() {
  [ -z "${work-}" ] || rm -rf "$work"
}

main "$@"
