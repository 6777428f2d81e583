# BEGIN systems
function Find-System([hashtable] $found) {
  if ($env:GITHUB_ACTIONS) {
    $found.system = 'GitHub Actions'; $found.status_hint = 'set LEADLINE_STATUS: ${{ job.status }} in the env of the step'
    if (-not $found.deployment_id -and $env:GITHUB_RUN_ID -and $env:GITHUB_RUN_ATTEMPT -and $env:GITHUB_JOB) { $found.deployment_id = "github-$($env:GITHUB_RUN_ID)-$($env:GITHUB_RUN_ATTEMPT)-$($env:GITHUB_JOB)" }
    if (-not $found.commit -and $env:GITHUB_SHA) { $found.commit = "$($env:GITHUB_SHA)" }
    if (-not $found.branch -and $env:GITHUB_HEAD_REF) { $found.branch = "$($env:GITHUB_HEAD_REF)" }
    if (-not $found.branch -and $env:GITHUB_REF_NAME) { $found.branch = "$($env:GITHUB_REF_NAME)" }
    if (-not $found.who -and $env:GITHUB_TRIGGERING_ACTOR) { $found.who = "$($env:GITHUB_TRIGGERING_ACTOR)" }
    if (-not $found.who -and $env:GITHUB_ACTOR) { $found.who = "$($env:GITHUB_ACTOR)" }
    if (-not $found.pipeline -and $env:GITHUB_WORKFLOW) { $found.pipeline = "$($env:GITHUB_WORKFLOW)" }
    if (-not $found.pipeline_url -and $env:GITHUB_SERVER_URL -and $env:GITHUB_REPOSITORY -and $env:GITHUB_RUN_ID -and $env:GITHUB_RUN_ATTEMPT) { $found.pipeline_url = "$($env:GITHUB_SERVER_URL)/$($env:GITHUB_REPOSITORY)/actions/runs/$($env:GITHUB_RUN_ID)/attempts/$($env:GITHUB_RUN_ATTEMPT)" }
    if (-not $found.repository -and $env:GITHUB_REPOSITORY) { $found.repository = "$($env:GITHUB_REPOSITORY)" }
    if (-not $found.scratch -and $env:RUNNER_TEMP) { $found.scratch = "$($env:RUNNER_TEMP)" }
    if (-not $found.started_file -and $env:GITHUB_EVENT_PATH) { $found.started_file = "$($env:GITHUB_EVENT_PATH)" }
  }
  elseif ($env:GITLAB_CI) {
    $found.system = 'GitLab CI'; $found.status_hint = 'call it in after_script, where CI_JOB_STATUS says how the job ended'
    if (-not $found.deployment_id -and $env:CI_PROJECT_ID -and $env:CI_JOB_ID) { $found.deployment_id = "gitlab-$($env:CI_PROJECT_ID)-$($env:CI_JOB_ID)" }
    if (-not $found.commit -and $env:CI_COMMIT_SHA) { $found.commit = "$($env:CI_COMMIT_SHA)" }
    if (-not $found.environment -and $env:CI_ENVIRONMENT_NAME) { $found.environment = "$($env:CI_ENVIRONMENT_NAME)" }
    if (-not $found.branch -and $env:CI_COMMIT_REF_NAME) { $found.branch = "$($env:CI_COMMIT_REF_NAME)" }
    if (-not $found.who -and $env:GITLAB_USER_LOGIN) { $found.who = "$($env:GITLAB_USER_LOGIN)" }
    if (-not $found.pipeline -and $env:CI_JOB_NAME) { $found.pipeline = "$($env:CI_JOB_NAME)" }
    if (-not $found.pipeline_url -and $env:CI_JOB_URL) { $found.pipeline_url = "$($env:CI_JOB_URL)" }
    if (-not $found.repository -and $env:CI_PROJECT_PATH) { $found.repository = "$($env:CI_PROJECT_PATH)" }
    if (-not $found.system_started -and $env:CI_JOB_STARTED_AT) { $found.system_started = "$($env:CI_JOB_STARTED_AT)" }
    if (-not $found.system_status -and $env:CI_JOB_STATUS) { $found.system_status = "$($env:CI_JOB_STATUS)" }
  }
  elseif ($env:TF_BUILD) {
    $found.system = 'Azure Pipelines'; $found.status_hint = 'give the step condition: always()'
    if (-not $found.deployment_id -and $env:BUILD_BUILDID -and $env:SYSTEM_JOBID -and $env:SYSTEM_JOBATTEMPT) { $found.deployment_id = "azure-$($env:BUILD_BUILDID)-$($env:SYSTEM_JOBID)-$($env:SYSTEM_JOBATTEMPT)" }
    if (-not $found.deployment_id -and $env:BUILD_BUILDID -and $env:SYSTEM_JOBID) { $found.deployment_id = "azure-$($env:BUILD_BUILDID)-$($env:SYSTEM_JOBID)" }
    if (-not $found.commit -and $env:BUILD_SOURCEVERSION) { $found.commit = "$($env:BUILD_SOURCEVERSION)" }
    if (-not $found.branch -and $env:BUILD_SOURCEBRANCH) { $found.branch = "$($env:BUILD_SOURCEBRANCH)" }
    if (-not $found.who -and $env:BUILD_REQUESTEDFOR) { $found.who = "$($env:BUILD_REQUESTEDFOR)" }
    if (-not $found.pipeline -and $env:BUILD_DEFINITIONNAME) { $found.pipeline = "$($env:BUILD_DEFINITIONNAME)" }
    if (-not $found.pipeline_url -and $env:SYSTEM_COLLECTIONURI -and $env:SYSTEM_TEAMPROJECTID -and $env:BUILD_BUILDID) { $found.pipeline_url = "$($env:SYSTEM_COLLECTIONURI)$($env:SYSTEM_TEAMPROJECTID)/_build/results?buildId=$($env:BUILD_BUILDID)" }
    if (-not $found.repository -and $env:BUILD_REPOSITORY_NAME) { $found.repository = "$($env:BUILD_REPOSITORY_NAME)" }
    if (-not $found.system_started -and $env:SYSTEM_PIPELINESTARTTIME) { $found.system_started = "$($env:SYSTEM_PIPELINESTARTTIME)" }
    if (-not $found.scratch -and $env:AGENT_TEMPDIRECTORY) { $found.scratch = "$($env:AGENT_TEMPDIRECTORY)" }
    if (-not $found.system_status -and $env:AGENT_JOBSTATUS) { $found.system_status = "$($env:AGENT_JOBSTATUS)" }
  }
  elseif ($env:CIRCLECI) {
    $found.system = 'CircleCI'; $found.status_hint = 'call finish success in a step with when: on_success, and finish failure in one with when: on_fail'
    if (-not $found.deployment_id -and $env:CIRCLE_WORKFLOW_JOB_ID -and $env:CIRCLE_NODE_INDEX) { $found.deployment_id = "circleci-$($env:CIRCLE_WORKFLOW_JOB_ID)-$($env:CIRCLE_NODE_INDEX)" }
    if (-not $found.deployment_id -and $env:CIRCLE_WORKFLOW_JOB_ID) { $found.deployment_id = "circleci-$($env:CIRCLE_WORKFLOW_JOB_ID)" }
    if (-not $found.commit -and $env:CIRCLE_SHA1) { $found.commit = "$($env:CIRCLE_SHA1)" }
    if (-not $found.branch -and $env:CIRCLE_BRANCH) { $found.branch = "$($env:CIRCLE_BRANCH)" }
    if (-not $found.branch -and $env:CIRCLE_TAG) { $found.branch = "$($env:CIRCLE_TAG)" }
    if (-not $found.who -and $env:CIRCLE_USERNAME) { $found.who = "$($env:CIRCLE_USERNAME)" }
    if (-not $found.pipeline -and $env:CIRCLE_JOB) { $found.pipeline = "$($env:CIRCLE_JOB)" }
    if (-not $found.pipeline_url -and $env:CIRCLE_BUILD_URL) { $found.pipeline_url = "$($env:CIRCLE_BUILD_URL)" }
    if (-not $found.repository -and $env:CIRCLE_PROJECT_USERNAME -and $env:CIRCLE_PROJECT_REPONAME) { $found.repository = "$($env:CIRCLE_PROJECT_USERNAME)/$($env:CIRCLE_PROJECT_REPONAME)" }
  }
  elseif ($env:BITBUCKET_BUILD_NUMBER) {
    $found.system = 'Bitbucket Pipelines'; $found.status_hint = 'call it in after-script, where BITBUCKET_EXIT_CODE says how the step ended'
    if (-not $found.deployment_id -and $env:BITBUCKET_REPO_FULL_NAME -and $env:BITBUCKET_BUILD_NUMBER -and $env:BITBUCKET_STEP_UUID -and $env:BITBUCKET_STEP_RUN_NUMBER) { $found.deployment_id = "bitbucket-$($env:BITBUCKET_REPO_FULL_NAME)-$($env:BITBUCKET_BUILD_NUMBER)-$($env:BITBUCKET_STEP_UUID)-$($env:BITBUCKET_STEP_RUN_NUMBER)" }
    if (-not $found.deployment_id -and $env:BITBUCKET_REPO_FULL_NAME -and $env:BITBUCKET_BUILD_NUMBER -and $env:BITBUCKET_STEP_RUN_NUMBER) { $found.deployment_id = "bitbucket-$($env:BITBUCKET_REPO_FULL_NAME)-$($env:BITBUCKET_BUILD_NUMBER)-$($env:BITBUCKET_STEP_RUN_NUMBER)" }
    if (-not $found.deployment_id -and $env:BITBUCKET_REPO_FULL_NAME -and $env:BITBUCKET_BUILD_NUMBER) { $found.deployment_id = "bitbucket-$($env:BITBUCKET_REPO_FULL_NAME)-$($env:BITBUCKET_BUILD_NUMBER)" }
    if (-not $found.commit -and $env:BITBUCKET_COMMIT) { $found.commit = "$($env:BITBUCKET_COMMIT)" }
    if (-not $found.environment -and $env:BITBUCKET_DEPLOYMENT_ENVIRONMENT) { $found.environment = "$($env:BITBUCKET_DEPLOYMENT_ENVIRONMENT)" }
    if (-not $found.branch -and $env:BITBUCKET_BRANCH) { $found.branch = "$($env:BITBUCKET_BRANCH)" }
    if (-not $found.branch -and $env:BITBUCKET_TAG) { $found.branch = "$($env:BITBUCKET_TAG)" }
    if (-not $found.who -and $env:BITBUCKET_STEP_TRIGGERER_UUID) { $found.who = "$($env:BITBUCKET_STEP_TRIGGERER_UUID)" }
    if (-not $found.pipeline -and $env:BITBUCKET_REPO_FULL_NAME) { $found.pipeline = "$($env:BITBUCKET_REPO_FULL_NAME)" }
    if (-not $found.pipeline_url -and $env:BITBUCKET_REPO_FULL_NAME -and $env:BITBUCKET_BUILD_NUMBER) { $found.pipeline_url = "https://bitbucket.org/$($env:BITBUCKET_REPO_FULL_NAME)/pipelines/results/$($env:BITBUCKET_BUILD_NUMBER)" }
    if (-not $found.repository -and $env:BITBUCKET_REPO_FULL_NAME) { $found.repository = "$($env:BITBUCKET_REPO_FULL_NAME)" }
    if (-not $found.system_status -and $env:BITBUCKET_EXIT_CODE) { $found.system_status = "$($env:BITBUCKET_EXIT_CODE)" }
  }
  elseif ($env:BUILDKITE) {
    $found.system = 'Buildkite'; $found.status_hint = 'call it in a pre-exit hook, where BUILDKITE_COMMAND_EXIT_STATUS says how the command ended'
    if (-not $found.deployment_id -and $env:BUILDKITE_JOB_ID) { $found.deployment_id = "buildkite-$($env:BUILDKITE_JOB_ID)" }
    if (-not $found.commit -and $env:BUILDKITE_COMMIT) { $found.commit = "$($env:BUILDKITE_COMMIT)" }
    if (-not $found.branch -and $env:BUILDKITE_BRANCH) { $found.branch = "$($env:BUILDKITE_BRANCH)" }
    if (-not $found.who -and $env:BUILDKITE_BUILD_CREATOR) { $found.who = "$($env:BUILDKITE_BUILD_CREATOR)" }
    if (-not $found.pipeline -and $env:BUILDKITE_PIPELINE_NAME) { $found.pipeline = "$($env:BUILDKITE_PIPELINE_NAME)" }
    if (-not $found.pipeline -and $env:BUILDKITE_PIPELINE_SLUG) { $found.pipeline = "$($env:BUILDKITE_PIPELINE_SLUG)" }
    if (-not $found.pipeline_url -and $env:BUILDKITE_BUILD_URL -and $env:BUILDKITE_JOB_ID) { $found.pipeline_url = "$($env:BUILDKITE_BUILD_URL)#$($env:BUILDKITE_JOB_ID)" }
    if (-not $found.repository -and $env:BUILDKITE_REPO) { $found.repository = "$($env:BUILDKITE_REPO)" }
    if (-not $found.system_status -and $env:BUILDKITE_JOB_TIMED_OUT) { $found.system_status = "failure" }
    if (-not $found.system_status -and $env:BUILDKITE_JOB_CANCELLED) { $found.system_status = "cancelled" }
    if (-not $found.system_status -and $env:BUILDKITE_COMMAND_EXIT_STATUS) { $found.system_status = "$($env:BUILDKITE_COMMAND_EXIT_STATUS)" }
  }
  elseif ($env:TEAMCITY_VERSION) {
    $found.system = 'TeamCity'; $found.status_hint = 'wrap the deployment: run -- ./deploy.sh'
    if (-not $found.deployment_id -and $env:BUILD_URL) { $found.deployment_id = "teamcity-$($env:BUILD_URL)" }
    if (-not $found.deployment_id -and $env:TEAMCITY_PROJECT_NAME -and $env:TEAMCITY_BUILDCONF_NAME -and $env:BUILD_NUMBER) { $found.deployment_id = "teamcity-$($env:TEAMCITY_PROJECT_NAME)-$($env:TEAMCITY_BUILDCONF_NAME)-$($env:BUILD_NUMBER)" }
    if (-not $found.commit -and $env:BUILD_VCS_NUMBER) { $found.commit = "$($env:BUILD_VCS_NUMBER)" }
    if (-not $found.pipeline -and $env:TEAMCITY_BUILDCONF_NAME) { $found.pipeline = "$($env:TEAMCITY_BUILDCONF_NAME)" }
    if (-not $found.pipeline_url -and $env:BUILD_URL) { $found.pipeline_url = "$($env:BUILD_URL)" }
  }
  elseif ($env:DRONE) {
    $found.system = 'Drone'; $found.status_hint = 'give the step when: status: [success, failure]'
    if (-not $found.deployment_id -and $env:DRONE_REPO -and $env:DRONE_BUILD_NUMBER -and $env:DRONE_STAGE_NUMBER) { $found.deployment_id = "drone-$($env:DRONE_REPO)-$($env:DRONE_BUILD_NUMBER)-$($env:DRONE_STAGE_NUMBER)" }
    if (-not $found.commit -and $env:DRONE_COMMIT_SHA) { $found.commit = "$($env:DRONE_COMMIT_SHA)" }
    if (-not $found.environment -and $env:DRONE_DEPLOY_TO) { $found.environment = "$($env:DRONE_DEPLOY_TO)" }
    if (-not $found.branch -and $env:DRONE_SOURCE_BRANCH) { $found.branch = "$($env:DRONE_SOURCE_BRANCH)" }
    if (-not $found.branch -and $env:DRONE_BRANCH) { $found.branch = "$($env:DRONE_BRANCH)" }
    if (-not $found.branch -and $env:DRONE_TAG) { $found.branch = "$($env:DRONE_TAG)" }
    if (-not $found.who -and $env:DRONE_COMMIT_AUTHOR) { $found.who = "$($env:DRONE_COMMIT_AUTHOR)" }
    if (-not $found.pipeline -and $env:DRONE_STAGE_NAME) { $found.pipeline = "$($env:DRONE_STAGE_NAME)" }
    if (-not $found.pipeline_url -and $env:DRONE_BUILD_LINK) { $found.pipeline_url = "$($env:DRONE_BUILD_LINK)" }
    if (-not $found.repository -and $env:DRONE_REPO) { $found.repository = "$($env:DRONE_REPO)" }
    if (-not $found.system_started -and $env:DRONE_STAGE_STARTED) { $found.system_started = "$($env:DRONE_STAGE_STARTED)" }
    if (-not $found.system_started -and $env:DRONE_BUILD_STARTED) { $found.system_started = "$($env:DRONE_BUILD_STARTED)" }
    if (-not $found.system_status -and $env:DRONE_STAGE_STATUS) { $found.system_status = "$($env:DRONE_STAGE_STATUS)" }
    if (-not $found.system_status -and $env:DRONE_BUILD_STATUS) { $found.system_status = "$($env:DRONE_BUILD_STATUS)" }
  }
  elseif ($env:CI_SYSTEM_NAME) {
    $found.system = 'Woodpecker'; $found.status_hint = 'give the step when: status: [success, failure]'
    if (-not $found.deployment_id -and $env:CI_REPO -and $env:CI_PIPELINE_NUMBER -and $env:CI_WORKFLOW_NUMBER) { $found.deployment_id = "woodpecker-$($env:CI_REPO)-$($env:CI_PIPELINE_NUMBER)-$($env:CI_WORKFLOW_NUMBER)" }
    if (-not $found.deployment_id -and $env:CI_REPO -and $env:CI_PIPELINE_NUMBER) { $found.deployment_id = "woodpecker-$($env:CI_REPO)-$($env:CI_PIPELINE_NUMBER)" }
    if (-not $found.commit -and $env:CI_COMMIT_SHA) { $found.commit = "$($env:CI_COMMIT_SHA)" }
    if (-not $found.environment -and $env:CI_PIPELINE_DEPLOY_TARGET) { $found.environment = "$($env:CI_PIPELINE_DEPLOY_TARGET)" }
    if (-not $found.branch -and $env:CI_COMMIT_BRANCH) { $found.branch = "$($env:CI_COMMIT_BRANCH)" }
    if (-not $found.branch -and $env:CI_COMMIT_TAG) { $found.branch = "$($env:CI_COMMIT_TAG)" }
    if (-not $found.who -and $env:CI_PIPELINE_AUTHOR) { $found.who = "$($env:CI_PIPELINE_AUTHOR)" }
    if (-not $found.who -and $env:CI_COMMIT_AUTHOR) { $found.who = "$($env:CI_COMMIT_AUTHOR)" }
    if (-not $found.pipeline -and $env:CI_WORKFLOW_NAME) { $found.pipeline = "$($env:CI_WORKFLOW_NAME)" }
    if (-not $found.pipeline_url -and $env:CI_STEP_URL) { $found.pipeline_url = "$($env:CI_STEP_URL)" }
    if (-not $found.pipeline_url -and $env:CI_PIPELINE_URL) { $found.pipeline_url = "$($env:CI_PIPELINE_URL)" }
    if (-not $found.repository -and $env:CI_REPO) { $found.repository = "$($env:CI_REPO)" }
    if (-not $found.system_started -and $env:CI_PIPELINE_STARTED) { $found.system_started = "$($env:CI_PIPELINE_STARTED)" }
    if (-not $found.system_status -and $env:CI_PIPELINE_STATUS) { $found.system_status = "$($env:CI_PIPELINE_STATUS)" }
  }
  elseif ($env:JENKINS_URL -or $env:JENKINS_HOME -or $env:HUDSON_URL) {
    $found.system = 'Jenkins'; $found.status_hint = 'set LEADLINE_STATUS=${currentBuild.currentResult}'
    if (-not $found.deployment_id -and $env:BUILD_TAG -and $env:STAGE_NAME) { $found.deployment_id = "$($env:BUILD_TAG)-$($env:STAGE_NAME)" }
    if (-not $found.deployment_id -and $env:BUILD_TAG) { $found.deployment_id = "$($env:BUILD_TAG)" }
    if (-not $found.commit -and $env:GIT_COMMIT) { $found.commit = "$($env:GIT_COMMIT)" }
    if (-not $found.branch -and $env:CHANGE_BRANCH) { $found.branch = "$($env:CHANGE_BRANCH)" }
    if (-not $found.branch -and $env:BRANCH_NAME) { $found.branch = "$($env:BRANCH_NAME)" }
    if (-not $found.branch -and $env:GIT_LOCAL_BRANCH) { $found.branch = "$($env:GIT_LOCAL_BRANCH)" }
    if (-not $found.branch -and $env:GIT_BRANCH) { $found.branch = "$($env:GIT_BRANCH)" }
    if (-not $found.who -and $env:BUILD_USER) { $found.who = "$($env:BUILD_USER)" }
    if (-not $found.who -and $env:CHANGE_AUTHOR) { $found.who = "$($env:CHANGE_AUTHOR)" }
    if (-not $found.pipeline -and $env:JOB_NAME) { $found.pipeline = "$($env:JOB_NAME)" }
    if (-not $found.pipeline_url -and $env:RUN_DISPLAY_URL) { $found.pipeline_url = "$($env:RUN_DISPLAY_URL)" }
    if (-not $found.pipeline_url -and $env:BUILD_URL) { $found.pipeline_url = "$($env:BUILD_URL)" }
    if (-not $found.repository -and $env:GIT_URL) { $found.repository = "$($env:GIT_URL)" }
  }
}
# END systems
