# Reports deployments to Leadline from any CI system: Windows PowerShell 5.1 or PowerShell 7, no modules.
# What it does and why is written at report.sh, whose twin it is.

$version = '0.1.0'
$served_from = '' # the address of the installation that serves this file

$help = @'
Reports a deployment to Leadline. What the CI system knows (commit, branch, run, who) is found in its variables.

  report.ps1 start  [options]                at the beginning of a job
  report.ps1 finish [STATUS] [options]       at its end: success, failure, cancelled or rolled_back;
                                             without STATUS, what $env:LEADLINE_STATUS or the CI system says
  report.ps1 run    [options] -- PROGRAM ... around a program: reports its start and its end, passes output and input
                                             through, and exits with its exit code

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

Options may be written as -Service and -DryRun, too.
Variables: LEADLINE_API_KEY or LEADLINE_ID_TOKEN, LEADLINE_URL, LEADLINE_SERVICE, LEADLINE_ENVIRONMENT, LEADLINE_STATUS,
LEADLINE_STARTED_AT, LEADLINE_DEPLOYMENT_ID, LEADLINE_AUDIENCE; LEADLINE_JOB, which tells jobs apart that have one
id, such as the cells of a matrix in Jenkins.
'@

$valued = '--service', '--environment', '--deployment-id', '--commit', '--branch', '--url', '--audience', '--timeout'

# Without what Azure Pipelines and GitHub Actions would take for a command.
function Write-Words([string] $words) { [Console]::Error.WriteLine("leadline: $($words.Replace('##', '# #'))") }

function Stop-Misused([string] $words) {
  Write-Words "$words. --help says what it takes."
  exit 2
}

function Stop-Informed([string] $text) {
  [Console]::Out.WriteLine($text)
  exit 0
}

function Read-Options([object[]] $given) {
  # An unquoted a,b arrives as an array, and a number as a number.
  $words = @($given | ForEach-Object { if ($_ -is [array]) { $_ -join ',' } else { "$_" } })
  $command = if ($words.Count -gt 0) { $words[0] } else { '' }
  $options = @{
    command = $command; status = ''; services = @(); strict = $false; dry_run = $false; timeout = 15; words = @()
    environment = "$env:LEADLINE_ENVIRONMENT"; deployment_id = "$env:LEADLINE_DEPLOYMENT_ID"; commit = ''; branch = ''
    url = $(if ($env:LEADLINE_URL) { $env:LEADLINE_URL } else { $served_from }); audience = "$env:LEADLINE_AUDIENCE"
  }
  if (@('-h', '--help', '-help', 'help') -contains $command) { Stop-Informed $help }
  if (@('--version', '-version') -contains $command) { Stop-Informed $version }
  if ($command -eq '') { Stop-Misused 'Say start, finish or run' }
  if (@('start', 'finish', 'run') -cnotcontains $command) {
    Stop-Misused "There is no command ${command}: say start, finish or run"
  }
  $rest = Read-Given $options $words
  $options.words = @($words | Select-Object -Skip $rest)
  if ($command -ne 'run' -and $options.words.Count -gt 0) { Stop-Misused 'Only run takes a command' }
  if ($command -eq 'run' -and $options.words.Count -eq 0) { Stop-Misused 'run needs a command after --' }
  if ($options.services.Count -eq 0) { Add-Services $options "$env:LEADLINE_SERVICE" }
  $options
}

# Answers at which word the command of run begins. PowerShell itself takes the first -- away, so it may be missing.
function Read-Given([hashtable] $options, [string[]] $words) {
  $index = 1
  while ($index -lt $words.Count) {
    $word = $words[$index]
    $index++
    if ($word -eq '--') { break }
    if ($word -cmatch '^-[A-Z]') {
      $word = '--' + ($word.Substring(1) -creplace '(?<=[a-z])(?=[A-Z])', '-').ToLowerInvariant()
    }
    $name = $word
    $value = $null
    if ($word -match '(?s)^(--[^=]*)=(.*)$') { $name = $Matches[1]; $value = $Matches[2] }
    if ($word -eq '-h' -or $word -eq '--help') { Stop-Informed $help }
    elseif ($word -ceq '--strict') { $options.strict = $true }
    elseif ($word -ceq '--dry-run') { $options.dry_run = $true }
    elseif ($valued -ccontains $name) {
      if ($null -eq $value) {
        if ($index -ge $words.Count) { Stop-Misused "$name needs a value" }
        $value = $words[$index]
        $index++
      }
      Set-Option $options $name $value
    }
    elseif ($word.StartsWith('-')) { Stop-Misused "There is no option $name" }
    elseif ($options.command -eq 'run') { $index--; break }
    elseif ($options.command -ne 'finish' -or $options.status) { Stop-Misused "Unexpected argument: $word" }
    else { $options.status = $word }
  }
  $index
}

function Set-Option([hashtable] $options, [string] $name, [string] $value) {
  if ($name -eq '--service') { Add-Services $options $value }
  elseif ($name -eq '--timeout') {
    if ($value -notmatch '^[0-9]+$') { Stop-Misused '--timeout takes whole seconds' }
    $options.timeout = [Math]::Min([double] $value, 1000000)
  }
  else { $options[$name.Substring(2).Replace('-', '_')] = $value }
}

function Add-Services([hashtable] $options, [string] $names) {
  $options.services += @($names -split '[,\n]' | ForEach-Object { $_.Trim(' ') } | Where-Object { $_ -ne '' })
}

# BEGIN systems, written by generate.mjs from systems.json
function Find-System([hashtable] $found) {
  if ($env:GITHUB_ACTIONS) {
    $found.system = 'GitHub Actions'; $found.status_hint = 'set LEADLINE_STATUS: ${{ job.status }} in the env of the step'
    if (-not $found.deployment_id -and $env:GITHUB_RUN_ID -and $env:GITHUB_RUN_ATTEMPT -and $env:GITHUB_JOB) { $found.deployment_id = 'github-' + $env:GITHUB_RUN_ID + '-' + $env:GITHUB_RUN_ATTEMPT + '-' + $env:GITHUB_JOB }
    if (-not $found.commit -and $env:GITHUB_SHA) { $found.commit = $env:GITHUB_SHA }
    if (-not $found.branch -and $env:GITHUB_HEAD_REF) { $found.branch = $env:GITHUB_HEAD_REF }
    if (-not $found.branch -and $env:GITHUB_REF_NAME) { $found.branch = $env:GITHUB_REF_NAME }
    if (-not $found.who -and $env:GITHUB_TRIGGERING_ACTOR) { $found.who = $env:GITHUB_TRIGGERING_ACTOR }
    if (-not $found.who -and $env:GITHUB_ACTOR) { $found.who = $env:GITHUB_ACTOR }
    if (-not $found.pipeline -and $env:GITHUB_WORKFLOW) { $found.pipeline = $env:GITHUB_WORKFLOW }
    if (-not $found.pipeline_url -and $env:GITHUB_SERVER_URL -and $env:GITHUB_REPOSITORY -and $env:GITHUB_RUN_ID -and $env:GITHUB_RUN_ATTEMPT) { $found.pipeline_url = $env:GITHUB_SERVER_URL + '/' + $env:GITHUB_REPOSITORY + '/actions/runs/' + $env:GITHUB_RUN_ID + '/attempts/' + $env:GITHUB_RUN_ATTEMPT }
    if (-not $found.repository -and $env:GITHUB_REPOSITORY) { $found.repository = $env:GITHUB_REPOSITORY }
    if (-not $found.scratch -and $env:RUNNER_TEMP) { $found.scratch = $env:RUNNER_TEMP }
    if (-not $found.started_file -and $env:GITHUB_EVENT_PATH) { $found.started_file = $env:GITHUB_EVENT_PATH }
  }
  elseif ($env:GITLAB_CI) {
    $found.system = 'GitLab CI'; $found.status_hint = 'call it in after_script, where CI_JOB_STATUS says how the job ended'
    if (-not $found.deployment_id -and $env:CI_PROJECT_ID -and $env:CI_JOB_ID) { $found.deployment_id = 'gitlab-' + $env:CI_PROJECT_ID + '-' + $env:CI_JOB_ID }
    if (-not $found.commit -and $env:CI_COMMIT_SHA) { $found.commit = $env:CI_COMMIT_SHA }
    if (-not $found.environment -and $env:CI_ENVIRONMENT_NAME) { $found.environment = $env:CI_ENVIRONMENT_NAME }
    if (-not $found.branch -and $env:CI_COMMIT_REF_NAME) { $found.branch = $env:CI_COMMIT_REF_NAME }
    if (-not $found.who -and $env:GITLAB_USER_LOGIN) { $found.who = $env:GITLAB_USER_LOGIN }
    if (-not $found.pipeline -and $env:CI_JOB_NAME) { $found.pipeline = $env:CI_JOB_NAME }
    if (-not $found.pipeline_url -and $env:CI_JOB_URL) { $found.pipeline_url = $env:CI_JOB_URL }
    if (-not $found.repository -and $env:CI_PROJECT_PATH) { $found.repository = $env:CI_PROJECT_PATH }
    if (-not $found.system_started -and $env:CI_JOB_STARTED_AT) { $found.system_started = $env:CI_JOB_STARTED_AT }
    if (-not $found.system_status -and $env:CI_JOB_STATUS) { $found.system_status = $env:CI_JOB_STATUS }
  }
  elseif ($env:TF_BUILD) {
    $found.system = 'Azure Pipelines'; $found.status_hint = 'give the step condition: always()'
    if (-not $found.deployment_id -and $env:BUILD_BUILDID -and $env:SYSTEM_JOBID -and $env:SYSTEM_JOBATTEMPT) { $found.deployment_id = 'azure-' + $env:BUILD_BUILDID + '-' + $env:SYSTEM_JOBID + '-' + $env:SYSTEM_JOBATTEMPT }
    if (-not $found.deployment_id -and $env:BUILD_BUILDID -and $env:SYSTEM_JOBID) { $found.deployment_id = 'azure-' + $env:BUILD_BUILDID + '-' + $env:SYSTEM_JOBID }
    if (-not $found.commit -and $env:BUILD_SOURCEVERSION) { $found.commit = $env:BUILD_SOURCEVERSION }
    if (-not $found.branch -and $env:BUILD_SOURCEBRANCH) { $found.branch = $env:BUILD_SOURCEBRANCH }
    if (-not $found.who -and $env:BUILD_REQUESTEDFOR) { $found.who = $env:BUILD_REQUESTEDFOR }
    if (-not $found.pipeline -and $env:BUILD_DEFINITIONNAME) { $found.pipeline = $env:BUILD_DEFINITIONNAME }
    if (-not $found.pipeline_url -and $env:SYSTEM_COLLECTIONURI -and $env:SYSTEM_TEAMPROJECTID -and $env:BUILD_BUILDID) { $found.pipeline_url = $env:SYSTEM_COLLECTIONURI + $env:SYSTEM_TEAMPROJECTID + '/_build/results?buildId=' + $env:BUILD_BUILDID }
    if (-not $found.repository -and $env:BUILD_REPOSITORY_NAME) { $found.repository = $env:BUILD_REPOSITORY_NAME }
    if (-not $found.system_started -and $env:SYSTEM_PIPELINESTARTTIME) { $found.system_started = $env:SYSTEM_PIPELINESTARTTIME }
    if (-not $found.scratch -and $env:AGENT_TEMPDIRECTORY) { $found.scratch = $env:AGENT_TEMPDIRECTORY }
    if (-not $found.system_status -and $env:AGENT_JOBSTATUS) { $found.system_status = $env:AGENT_JOBSTATUS }
  }
  elseif ($env:CIRCLECI) {
    $found.system = 'CircleCI'; $found.status_hint = 'call finish success in a step with when: on_success, and finish failure in one with when: on_fail'
    if (-not $found.deployment_id -and $env:CIRCLE_WORKFLOW_JOB_ID -and $env:CIRCLE_NODE_INDEX) { $found.deployment_id = 'circleci-' + $env:CIRCLE_WORKFLOW_JOB_ID + '-' + $env:CIRCLE_NODE_INDEX }
    if (-not $found.deployment_id -and $env:CIRCLE_WORKFLOW_JOB_ID) { $found.deployment_id = 'circleci-' + $env:CIRCLE_WORKFLOW_JOB_ID }
    if (-not $found.commit -and $env:CIRCLE_SHA1) { $found.commit = $env:CIRCLE_SHA1 }
    if (-not $found.branch -and $env:CIRCLE_BRANCH) { $found.branch = $env:CIRCLE_BRANCH }
    if (-not $found.branch -and $env:CIRCLE_TAG) { $found.branch = $env:CIRCLE_TAG }
    if (-not $found.who -and $env:CIRCLE_USERNAME) { $found.who = $env:CIRCLE_USERNAME }
    if (-not $found.pipeline -and $env:CIRCLE_JOB) { $found.pipeline = $env:CIRCLE_JOB }
    if (-not $found.pipeline_url -and $env:CIRCLE_BUILD_URL) { $found.pipeline_url = $env:CIRCLE_BUILD_URL }
    if (-not $found.repository -and $env:CIRCLE_PROJECT_USERNAME -and $env:CIRCLE_PROJECT_REPONAME) { $found.repository = $env:CIRCLE_PROJECT_USERNAME + '/' + $env:CIRCLE_PROJECT_REPONAME }
  }
  elseif ($env:BITBUCKET_BUILD_NUMBER) {
    $found.system = 'Bitbucket Pipelines'; $found.status_hint = 'call it in after-script, where BITBUCKET_EXIT_CODE says how the step ended'
    if (-not $found.deployment_id -and $env:BITBUCKET_REPO_FULL_NAME -and $env:BITBUCKET_BUILD_NUMBER -and $env:BITBUCKET_STEP_UUID -and $env:BITBUCKET_STEP_RUN_NUMBER) { $found.deployment_id = 'bitbucket-' + $env:BITBUCKET_REPO_FULL_NAME + '-' + $env:BITBUCKET_BUILD_NUMBER + '-' + $env:BITBUCKET_STEP_UUID + '-' + $env:BITBUCKET_STEP_RUN_NUMBER }
    if (-not $found.deployment_id -and $env:BITBUCKET_REPO_FULL_NAME -and $env:BITBUCKET_BUILD_NUMBER -and $env:BITBUCKET_STEP_RUN_NUMBER) { $found.deployment_id = 'bitbucket-' + $env:BITBUCKET_REPO_FULL_NAME + '-' + $env:BITBUCKET_BUILD_NUMBER + '-' + $env:BITBUCKET_STEP_RUN_NUMBER }
    if (-not $found.deployment_id -and $env:BITBUCKET_REPO_FULL_NAME -and $env:BITBUCKET_BUILD_NUMBER) { $found.deployment_id = 'bitbucket-' + $env:BITBUCKET_REPO_FULL_NAME + '-' + $env:BITBUCKET_BUILD_NUMBER }
    if (-not $found.commit -and $env:BITBUCKET_COMMIT) { $found.commit = $env:BITBUCKET_COMMIT }
    if (-not $found.environment -and $env:BITBUCKET_DEPLOYMENT_ENVIRONMENT) { $found.environment = $env:BITBUCKET_DEPLOYMENT_ENVIRONMENT }
    if (-not $found.branch -and $env:BITBUCKET_BRANCH) { $found.branch = $env:BITBUCKET_BRANCH }
    if (-not $found.branch -and $env:BITBUCKET_TAG) { $found.branch = $env:BITBUCKET_TAG }
    if (-not $found.who -and $env:BITBUCKET_STEP_TRIGGERER_UUID) { $found.who = $env:BITBUCKET_STEP_TRIGGERER_UUID }
    if (-not $found.pipeline -and $env:BITBUCKET_REPO_FULL_NAME) { $found.pipeline = $env:BITBUCKET_REPO_FULL_NAME }
    if (-not $found.pipeline_url -and $env:BITBUCKET_REPO_FULL_NAME -and $env:BITBUCKET_BUILD_NUMBER) { $found.pipeline_url = 'https://bitbucket.org/' + $env:BITBUCKET_REPO_FULL_NAME + '/pipelines/results/' + $env:BITBUCKET_BUILD_NUMBER }
    if (-not $found.repository -and $env:BITBUCKET_REPO_FULL_NAME) { $found.repository = $env:BITBUCKET_REPO_FULL_NAME }
    if (-not $found.system_status -and $env:BITBUCKET_EXIT_CODE) { $found.system_status = $env:BITBUCKET_EXIT_CODE }
  }
  elseif ($env:BUILDKITE) {
    $found.system = 'Buildkite'; $found.status_hint = 'call it in a pre-exit hook, where BUILDKITE_COMMAND_EXIT_STATUS says how the command ended'
    if (-not $found.deployment_id -and $env:BUILDKITE_JOB_ID) { $found.deployment_id = 'buildkite-' + $env:BUILDKITE_JOB_ID }
    if (-not $found.commit -and $env:BUILDKITE_COMMIT) { $found.commit = $env:BUILDKITE_COMMIT }
    if (-not $found.branch -and $env:BUILDKITE_BRANCH) { $found.branch = $env:BUILDKITE_BRANCH }
    if (-not $found.who -and $env:BUILDKITE_BUILD_CREATOR) { $found.who = $env:BUILDKITE_BUILD_CREATOR }
    if (-not $found.pipeline -and $env:BUILDKITE_PIPELINE_NAME) { $found.pipeline = $env:BUILDKITE_PIPELINE_NAME }
    if (-not $found.pipeline -and $env:BUILDKITE_PIPELINE_SLUG) { $found.pipeline = $env:BUILDKITE_PIPELINE_SLUG }
    if (-not $found.pipeline_url -and $env:BUILDKITE_BUILD_URL -and $env:BUILDKITE_JOB_ID) { $found.pipeline_url = $env:BUILDKITE_BUILD_URL + '#' + $env:BUILDKITE_JOB_ID }
    if (-not $found.repository -and $env:BUILDKITE_REPO) { $found.repository = $env:BUILDKITE_REPO }
    if (-not $found.system_status -and $env:BUILDKITE_JOB_TIMED_OUT) { $found.system_status = 'failure' }
    if (-not $found.system_status -and $env:BUILDKITE_JOB_CANCELLED) { $found.system_status = 'cancelled' }
    if (-not $found.system_status -and $env:BUILDKITE_COMMAND_EXIT_STATUS) { $found.system_status = $env:BUILDKITE_COMMAND_EXIT_STATUS }
  }
  elseif ($env:TEAMCITY_VERSION) {
    $found.system = 'TeamCity'; $found.status_hint = 'wrap the deployment: run -- ./deploy.sh'
    if (-not $found.deployment_id -and $env:BUILD_URL) { $found.deployment_id = 'teamcity-' + $env:BUILD_URL }
    if (-not $found.deployment_id -and $env:TEAMCITY_PROJECT_NAME -and $env:TEAMCITY_BUILDCONF_NAME -and $env:BUILD_NUMBER) { $found.deployment_id = 'teamcity-' + $env:TEAMCITY_PROJECT_NAME + '-' + $env:TEAMCITY_BUILDCONF_NAME + '-' + $env:BUILD_NUMBER }
    if (-not $found.commit -and $env:BUILD_VCS_NUMBER) { $found.commit = $env:BUILD_VCS_NUMBER }
    if (-not $found.pipeline -and $env:TEAMCITY_BUILDCONF_NAME) { $found.pipeline = $env:TEAMCITY_BUILDCONF_NAME }
    if (-not $found.pipeline_url -and $env:BUILD_URL) { $found.pipeline_url = $env:BUILD_URL }
  }
  elseif ($env:DRONE) {
    $found.system = 'Drone'; $found.status_hint = 'give the step when: status: [success, failure]'
    if (-not $found.deployment_id -and $env:DRONE_REPO -and $env:DRONE_BUILD_NUMBER -and $env:DRONE_STAGE_NUMBER) { $found.deployment_id = 'drone-' + $env:DRONE_REPO + '-' + $env:DRONE_BUILD_NUMBER + '-' + $env:DRONE_STAGE_NUMBER }
    if (-not $found.commit -and $env:DRONE_COMMIT_SHA) { $found.commit = $env:DRONE_COMMIT_SHA }
    if (-not $found.environment -and $env:DRONE_DEPLOY_TO) { $found.environment = $env:DRONE_DEPLOY_TO }
    if (-not $found.branch -and $env:DRONE_SOURCE_BRANCH) { $found.branch = $env:DRONE_SOURCE_BRANCH }
    if (-not $found.branch -and $env:DRONE_BRANCH) { $found.branch = $env:DRONE_BRANCH }
    if (-not $found.branch -and $env:DRONE_TAG) { $found.branch = $env:DRONE_TAG }
    if (-not $found.who -and $env:DRONE_COMMIT_AUTHOR) { $found.who = $env:DRONE_COMMIT_AUTHOR }
    if (-not $found.pipeline -and $env:DRONE_STAGE_NAME) { $found.pipeline = $env:DRONE_STAGE_NAME }
    if (-not $found.pipeline_url -and $env:DRONE_BUILD_LINK) { $found.pipeline_url = $env:DRONE_BUILD_LINK }
    if (-not $found.repository -and $env:DRONE_REPO) { $found.repository = $env:DRONE_REPO }
    if (-not $found.system_started -and $env:DRONE_STAGE_STARTED) { $found.system_started = $env:DRONE_STAGE_STARTED }
    if (-not $found.system_started -and $env:DRONE_BUILD_STARTED) { $found.system_started = $env:DRONE_BUILD_STARTED }
    if (-not $found.system_status -and $env:DRONE_STAGE_STATUS) { $found.system_status = $env:DRONE_STAGE_STATUS }
    if (-not $found.system_status -and $env:DRONE_BUILD_STATUS) { $found.system_status = $env:DRONE_BUILD_STATUS }
  }
  elseif ($env:CI_SYSTEM_NAME) {
    $found.system = 'Woodpecker'; $found.status_hint = 'give the step when: status: [success, failure]'
    if (-not $found.deployment_id -and $env:CI_REPO -and $env:CI_PIPELINE_NUMBER -and $env:CI_WORKFLOW_NUMBER) { $found.deployment_id = 'woodpecker-' + $env:CI_REPO + '-' + $env:CI_PIPELINE_NUMBER + '-' + $env:CI_WORKFLOW_NUMBER }
    if (-not $found.deployment_id -and $env:CI_REPO -and $env:CI_PIPELINE_NUMBER) { $found.deployment_id = 'woodpecker-' + $env:CI_REPO + '-' + $env:CI_PIPELINE_NUMBER }
    if (-not $found.commit -and $env:CI_COMMIT_SHA) { $found.commit = $env:CI_COMMIT_SHA }
    if (-not $found.environment -and $env:CI_PIPELINE_DEPLOY_TARGET) { $found.environment = $env:CI_PIPELINE_DEPLOY_TARGET }
    if (-not $found.branch -and $env:CI_COMMIT_BRANCH) { $found.branch = $env:CI_COMMIT_BRANCH }
    if (-not $found.branch -and $env:CI_COMMIT_TAG) { $found.branch = $env:CI_COMMIT_TAG }
    if (-not $found.who -and $env:CI_PIPELINE_AUTHOR) { $found.who = $env:CI_PIPELINE_AUTHOR }
    if (-not $found.who -and $env:CI_COMMIT_AUTHOR) { $found.who = $env:CI_COMMIT_AUTHOR }
    if (-not $found.pipeline -and $env:CI_WORKFLOW_NAME) { $found.pipeline = $env:CI_WORKFLOW_NAME }
    if (-not $found.pipeline_url -and $env:CI_STEP_URL) { $found.pipeline_url = $env:CI_STEP_URL }
    if (-not $found.pipeline_url -and $env:CI_PIPELINE_URL) { $found.pipeline_url = $env:CI_PIPELINE_URL }
    if (-not $found.repository -and $env:CI_REPO) { $found.repository = $env:CI_REPO }
    if (-not $found.system_started -and $env:CI_PIPELINE_STARTED) { $found.system_started = $env:CI_PIPELINE_STARTED }
    if (-not $found.system_status -and $env:CI_PIPELINE_STATUS) { $found.system_status = $env:CI_PIPELINE_STATUS }
  }
  elseif ($env:JENKINS_URL -or $env:JENKINS_HOME -or $env:HUDSON_URL) {
    $found.system = 'Jenkins'; $found.status_hint = 'set LEADLINE_STATUS=${currentBuild.currentResult}'
    if (-not $found.deployment_id -and $env:BUILD_TAG -and $env:STAGE_NAME) { $found.deployment_id = $env:BUILD_TAG + '-' + $env:STAGE_NAME }
    if (-not $found.deployment_id -and $env:BUILD_TAG) { $found.deployment_id = $env:BUILD_TAG }
    if (-not $found.commit -and $env:GIT_COMMIT) { $found.commit = $env:GIT_COMMIT }
    if (-not $found.branch -and $env:CHANGE_BRANCH) { $found.branch = $env:CHANGE_BRANCH }
    if (-not $found.branch -and $env:BRANCH_NAME) { $found.branch = $env:BRANCH_NAME }
    if (-not $found.branch -and $env:GIT_LOCAL_BRANCH) { $found.branch = $env:GIT_LOCAL_BRANCH }
    if (-not $found.branch -and $env:GIT_BRANCH) { $found.branch = $env:GIT_BRANCH }
    if (-not $found.who -and $env:BUILD_USER) { $found.who = $env:BUILD_USER }
    if (-not $found.who -and $env:CHANGE_AUTHOR) { $found.who = $env:CHANGE_AUTHOR }
    if (-not $found.pipeline -and $env:JOB_NAME) { $found.pipeline = $env:JOB_NAME }
    if (-not $found.pipeline_url -and $env:RUN_DISPLAY_URL) { $found.pipeline_url = $env:RUN_DISPLAY_URL }
    if (-not $found.pipeline_url -and $env:BUILD_URL) { $found.pipeline_url = $env:BUILD_URL }
    if (-not $found.repository -and $env:GIT_URL) { $found.repository = $env:GIT_URL }
  }
}
# END systems

# What is known of the job: options first, then the variables of the CI system, then git.
function Find-Job([hashtable] $options) {
  $found = @{
    system = ''; status_hint = 'give it as an argument: finish success'; deployment_id = $options.deployment_id
    commit = $options.commit; environment = $options.environment; branch = $options.branch; who = ''; pipeline = ''
    pipeline_url = ''; repository = ''; system_started = ''; system_status = ''; scratch = ''; started_file = ''
  }
  Find-System $found
  if ($found.commit -notmatch '^[0-9a-fA-F]+$') {
    $revision = if ($found.commit) { $found.commit } else { 'HEAD' }
    $full = Invoke-Git rev-parse --verify --quiet "${revision}^{commit}"
    if ($full) { $found.commit = $full }
  }
  if (-not $found.branch) { $found.branch = Invoke-Git symbolic-ref --quiet --short HEAD }
  $found.branch = $found.branch -creplace '^refs/heads/', '' -creplace '^refs/tags/', '' -creplace '^origin/', ''
  if (-not $found.environment) { $found.environment = 'production' }
  if (-not $found.repository) { $found.repository = Invoke-Git remote get-url origin }
  $found.repository = $found.repository -creplace '^[a-z+]*://[^/]*/', '' -creplace '^[^/]*@[^/]*:', '' -replace '/$', '' -creplace '\.git$', ''
  $short = $found.repository -replace '(?s)^.*[/:]', ''
  $found.services = $options.services
  if ($options.services.Count -eq 0 -and $short) { $found.services = @($short) }
  $found.git_dir = Invoke-Git rev-parse --absolute-git-dir
  if (-not $found.scratch) { $found.scratch = $found.git_dir }
  if ($found.deployment_id -and $env:LEADLINE_JOB) { $found.deployment_id += "-$env:LEADLINE_JOB" }
  if (-not $found.deployment_id) {
    $seconds = [Math]::Floor(([DateTime]::UtcNow - [DateTime] '1970-01-01').TotalSeconds)
    $found.deployment_id = "git-$(Limit-Text $found.commit 12)-$seconds-$PID"
  }
  $found.pipeline_url = $found.pipeline_url.Replace(' ', '%20')
  if ($found.pipeline_url -cnotmatch '^https?://') { $found.pipeline_url = '' }
  $found.looked = $false
  $found.note = if ($found.scratch) { "$($found.scratch)/leadline-started-$(Get-Checksum $found.deployment_id)" } else { '' }
  $found
}

function Invoke-Git {
  # Windows PowerShell makes an error of what a program writes to stderr.
  $ErrorActionPreference = 'SilentlyContinue'
  try { $text = & git @args 2>$null } catch { return '' }
  if ($LASTEXITCODE -eq 0) { "$text" } else { '' }
}

# What cksum of POSIX says of a text, with a dash between.
function Get-Checksum([string] $text) {
  $bytes = [Text.Encoding]::UTF8.GetBytes($text)
  $all = @($bytes)
  for ($length = $bytes.Length; $length -gt 0; $length = $length -shr 8) { $all += $length -band 255 }
  [long] $sum = 0
  foreach ($byte in $all) {
    $sum = $sum -bxor ([long] $byte -shl 24)
    for ($bit = 0; $bit -lt 8; $bit++) {
      $feedback = if ($sum -band 2147483648) { 79764919 } else { 0 }
      $sum = (($sum -shl 1) -bxor $feedback) -band 4294967295
    }
  }
  "$(4294967295 - $sum)-$($bytes.Length)"
}

function Limit-Text([string] $text, [int] $length) { $text.Substring(0, [Math]::Min($text.Length, $length)) }

function Remove-Controls([string] $text) { $text -replace '[\x00-\x1f\x7f]', '' }

function Format-Time([DateTime] $time) {
  $time.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", [Globalization.CultureInfo]::InvariantCulture)
}

function Get-Now { Format-Time ([DateTime]::UtcNow) }

# Keeps a text for finish. A start that cannot be kept is told by the CI system, or is the end.
function Save-Text([string] $file, [string] $text) {
  try { [IO.File]::WriteAllText($file, "$text`n") } catch { return }
}

# When the job began: by LEADLINE_STARTED_AT, the kept start, the CI system, or the files that it writes.
function Get-Start([hashtable] $job) {
  $started = "$env:LEADLINE_STARTED_AT"
  if (-not $started -and $job.note) { try { $started = [IO.File]::ReadAllText($job.note).Trim() } catch { $started = '' } }
  if (-not $started) { $started = $job.system_started }
  if (-not $started -and $job.system) {
    foreach ($file in $job.started_file, "$($job.git_dir)/FETCH_HEAD", "$($job.git_dir)/HEAD") {
      if ([IO.File]::Exists($file)) { return Format-Time ([IO.File]::GetLastWriteTimeUtc($file)) }
    }
  }
  ConvertTo-Instant $started
}

# A time from ISO 8601, "date time", or seconds or milliseconds since 1970. Now, when there is none.
function ConvertTo-Instant([string] $time) {
  if ($time -match '^[0-9]{4}-[0-9]{2}-[0-9]{2}') { return ([regex] ' ').Replace($time, 'T', 1) }
  if ($time -notmatch '^[0-9]+$') { return Get-Now }
  $seconds = if ($time.Length -eq 13) { [Math]::Floor([double] $time / 1000) } else { [double] $time }
  try { Format-Time ([DateTime] '1970-01-01').AddSeconds($seconds) } catch { Get-Now }
}

# How CI systems and exit codes say that something ended, as the webhook says it; empty for what says no end.
function Get-Status([string] $word) {
  switch -Regex ($word) {
    '^(success|succeeded|succeededwithissues|passed|unstable|0)$' { return 'success' }
    '^(cancelled|canceled|aborted|not_built|killed|130|143)$' { return 'cancelled' }
    '^(failure|failed|error|errored|timed_out|timedout|[0-9-]+)$' { return 'failure' }
    '^rolled_back$' { return 'rolled_back' }
  }
  ''
}

function ConvertTo-JsonText([string] $text) { '"' + ((Remove-Controls $text) -replace '(["\\])', '\$1') + '"' }

# One event as JSON, without the fields of which nothing is known, and without what Leadline would refuse for its length.
function ConvertTo-Event([hashtable] $job, [string] $status, [string] $service, [string] $started, [string] $completed) {
  $id = "$($job.deployment_id)-$service-$($job.environment)"
  if ([Text.Encoding]::UTF8.GetByteCount($id) -gt 200) {
    $id = "$(Limit-Text ($id -creplace '[^ -~]', '') 150)-$(Get-Checksum $id)"
  }
  $fields = [ordered] @{
    deploymentId = $id; status = $status; commitSha = $job.commit; environment = $job.environment; service = $service
    startedAt = $started; completedAt = $completed; branch = $job.branch; triggeredBy = $job.who
    pipelineName = $job.pipeline; pipelineUrl = $job.pipeline_url
  }
  $pairs = foreach ($name in $fields.Keys) {
    $isTooLong = $fields[$name].Length -gt 1000 -and 'branch', 'triggeredBy', 'pipelineName', 'pipelineUrl' -contains $name
    if ($fields[$name] -ne '' -and -not $isTooLong) { "$(ConvertTo-JsonText $name):$(ConvertTo-JsonText $fields[$name])" }
  }
  '{' + (@($pairs) -join ',') + '}'
}

# Requests an address within so many seconds, with a body to post unless that is $null. Never throws; a status of 0 is
# none, and what is not complete broke off.
function Send-Request([string] $address, [string] $token, [double] $seconds, $body) {
  $answer = @{ status = 0; request_id = ''; location = ''; retry_after = ''; text = ''; complete = $false; trouble = '' }
  $until = [DateTime]::UtcNow.AddSeconds($seconds)
  $client = $null
  $response = $null
  try {
    $handler = New-Object System.Net.Http.HttpClientHandler
    $handler.AllowAutoRedirect = $false
    $client = New-Object System.Net.Http.HttpClient -ArgumentList $handler
    $client.DefaultRequestHeaders.ExpectContinue = $false
    $method = if ($null -ne $body) { [System.Net.Http.HttpMethod]::Post } else { [System.Net.Http.HttpMethod]::Get }
    $request = New-Object System.Net.Http.HttpRequestMessage -ArgumentList $method, $address
    [void] $request.Headers.TryAddWithoutValidation('Authorization', "Bearer $token")
    if ($null -ne $body) {
      $bytes = [Text.Encoding]::UTF8.GetBytes($body)
      $request.Content = New-Object System.Net.Http.ByteArrayContent -ArgumentList (, $bytes)
      [void] $request.Content.Headers.TryAddWithoutValidation('Content-Type', 'application/json')
    }
    $sending = $client.SendAsync($request, [System.Net.Http.HttpCompletionOption]::ResponseHeadersRead)
    if ($sending.Wait([int] ($seconds * 1000))) {
      $response = $sending.Result
      $answer.status = [int] $response.StatusCode
      $answer.request_id = Get-Header $response 'X-Request-Id'
      $answer.location = Get-Header $response 'Location'
      $answer.retry_after = Get-Header $response 'Retry-After'
      Read-Answer $answer $response $until
    }
    else { $answer.trouble = " (no answer within $([Math]::Round($seconds)) s)" }
  }
  catch {
    $message = Remove-Controls ($_.Exception.GetBaseException().Message)
    $answer.trouble = " ($(Limit-Text $message 200))"
  }
  finally {
    if ($null -ne $response) { $response.Dispose() }
    if ($null -ne $client) { $client.Dispose() }
  }
  $answer
}

function Get-Header($response, [string] $name) {
  if (-not $response.Headers.Contains($name)) { return '' }
  $values = @($response.Headers.GetValues($name))
  Limit-Text (Remove-Controls $values[-1]) 300
}

# Fills in the beginning of an answer; one that breaks off has said its status.
function Read-Answer([hashtable] $answer, $response, [DateTime] $until) {
  try {
    $stream = $response.Content.ReadAsStreamAsync().Result
    $buffer = New-Object byte[] 1048576
    $length = 0
    while ($length -lt $buffer.Length) {
      $left = [Math]::Max(1, [int] ($until - [DateTime]::UtcNow).TotalMilliseconds)
      $reading = $stream.ReadAsync($buffer, $length, $buffer.Length - $length)
      if (-not $reading.Wait($left)) { break }
      $answer.complete = $reading.Result -eq 0
      if ($answer.complete) { break }
      $length += $reading.Result
    }
    $answer.text = [Text.Encoding]::UTF8.GetString($buffer, 0, $length)
  }
  catch { return }
}

function Read-Field([string] $text, [string] $name) {
  try {
    $property = (ConvertFrom-Json $text).PSObject.Properties[$name]
    if ($null -ne $property) { return "$($property.Value)" }
  }
  catch { return '' }
  ''
}

# A token of GitHub that says which repository this is, for the audience that Leadline shows; empty without one.
function Get-GithubToken([string] $audience, [double] $seconds) {
  if (-not $audience -or -not $env:ACTIONS_ID_TOKEN_REQUEST_URL -or $seconds -le 0) { return '' }
  $address = "$env:ACTIONS_ID_TOKEN_REQUEST_URL&audience=$([Uri]::EscapeDataString($audience))"
  Read-Field (Send-Request $address "$env:ACTIONS_ID_TOKEN_REQUEST_TOKEN" $seconds $null).text 'value'
}

# Posts events, several as one batch, until each is answered, as often as there is time. Answers whether all were
# recorded, and says what became of each.
function Send-Events([string] $url, [string] $token, [object[]] $events, [DateTime] $deadline) {
  $batch = if ($events.Count -gt 1) { '/batch' } else { '' }
  $target = "$url/api/webhooks/deployments$batch"
  $round = @{ url = $url; batch = $batch; waiting = $events; reason = 'there was no time left'; lost = $false }
  $redirects = 0
  $pause = 1
  while ($true) {
    $left = ($deadline - [DateTime]::UtcNow).TotalSeconds
    if ($left -lt 0.5) { break }
    $body = @($round.waiting | ForEach-Object { $_.body }) -join ",`n"
    if ($batch) { $body = "[$body]" }
    $answer = Send-Request $target $token ([Math]::Min($left, 10)) $body
    $next = if ($redirects -lt 3) { Get-Redirect $answer $target } else { '' }
    if ($next) {
      $target = $next
      $redirects++
      continue
    }
    Complete-Round $round $answer
    if ($round.waiting.Count -eq 0 -or -not $round.may_pass) { break }
    $pause = [Math]::Max($pause, $round.asked)
    if ([DateTime]::UtcNow.AddSeconds($pause) -ge $deadline) { break }
    Start-Sleep -Seconds $pause
    $pause *= 2
  }
  foreach ($one in $round.waiting) { Write-Lost $round $one $round.reason }
  -not $round.lost
}

# Takes out of a round the events of which the answer says what became of them.
function Complete-Round([hashtable] $round, [hashtable] $answer) {
  $request = if ($answer.request_id) { " (request $($answer.request_id))" } else { '' }
  $round.asked = Get-Seconds $answer.retry_after
  if (-not (Test-Done $answer)) {
    $round.reason = "$(Get-Reason $answer)$request"
    $round.may_pass = Test-Passing $answer
    return
  }
  $results = @(if ($round.batch) { Read-Results $answer.text } elseif (-not $answer.text -or $answer.text.Contains('"deploymentId"')) { $answer })
  if ($results.Count -ne $round.waiting.Count) {
    $round.may_pass = $round.batch -and -not $answer.complete -and $answer.text -match '^($|\{"stored":)'
    $round.reason = if ($round.may_pass) { 'its answer broke off' } else { 'what answered is not Leadline: check LEADLINE_URL' }
    return
  }
  $round.may_pass = $true
  $again = @()
  for ($index = 0; $index -lt $results.Count; $index++) {
    $one = $round.waiting[$index]
    $result = $results[$index]
    if ($round.batch) { $request = " (request $($answer.request_id)/$($index + 1))" }
    if (Test-Done $result) { Write-Words "recorded: $($one.what)$(Get-Linked $result)$request" }
    elseif (Test-Passing $result) {
      $again += $one
      $round.reason = "$(Get-Reason $result)$request"
      $round.asked = [Math]::Max($round.asked, (Get-Seconds $result.retry_after))
    }
    else { Write-Lost $round $one "$(Get-Reason $result)$request" }
  }
  $round.waiting = $again
}

# What each event of a batch would have been answered alone; nothing where the text does not say it.
function Read-Results([string] $text) {
  try { $results = @((ConvertFrom-Json $text).results) } catch { return }
  foreach ($result in $results) {
    $entry = ConvertTo-Json $result -Compress
    $status = Read-Field $entry 'status'
    if ($status -notmatch '^[0-9]{3}$') { return }
    @{ status = [int] $status; text = $entry; retry_after = (Read-Field $entry 'retryAfter'); location = ''; trouble = '' }
  }
}

function Write-Lost([hashtable] $round, [hashtable] $one, [string] $reason) {
  $round.lost = $true
  Write-Words "WARNING: not recorded: $($one.what): $($round.url -replace '^[a-z]*://', ''): $reason"
}

function Test-Done([hashtable] $answer) { @(200, 201) -contains $answer.status }

function Test-Passing([hashtable] $answer) { @(0, 408, 425, 429, 502, 503, 504) -contains $answer.status }

# What Retry-After says; 0 for a date, and for nothing.
function Get-Seconds([string] $text) {
  if ($text -match '^[0-9]+$') { [int] [Math]::Min([double] $text, 1000000) } else { 0 }
}

function Get-Linked([hashtable] $answer) {
  $count = Read-Field $answer.text 'linkedPRs'
  if ($count -eq '' -or $count -eq '0') { '' } elseif ($count -eq '1') { ', 1 pull request' } else { ", $count pull requests" }
}

function Get-Reason([hashtable] $answer) {
  if ($answer.status -eq 0) { return "it did not answer$($answer.trouble)" }
  if (@(301, 302, 303, 307, 308) -contains $answer.status) {
    return "it answered $($answer.status) with another address, $($answer.location): set LEADLINE_URL"
  }
  $reason = Limit-Text (Remove-Controls (Read-Field $answer.text 'error')) 300
  if (-not $reason) { $reason = 'without a reason' }
  "it answered $($answer.status), $reason"
}

# Where an answer sends to, if that is on the same host and not from https to http; empty otherwise.
function Get-Redirect([hashtable] $answer, [string] $target) {
  if (@(301, 302, 303, 307, 308) -notcontains $answer.status) { return '' }
  $next = $answer.location
  if ($next -match '^/[^/]') { $next = ($target -replace '(?<=^[a-z]+://[^/]*)/.*$', '') + $next }
  if ($next -cnotmatch '^https?://[A-Za-z0-9:/._~%?=-]*$') { return '' }
  if ($target.StartsWith('https://') -and $next.StartsWith('http://')) { return '' }
  if ((Get-HostOf $next) -cne (Get-HostOf $target)) { return '' }
  $next
}

function Get-HostOf([string] $address) {
  $address -replace '^[a-z]*://', '' -replace '[/?#].*$', '' -replace ':[0-9]*$', ''
}

# The key to post with, or why there is nothing to post to or with.
function Find-Key([hashtable] $options, [string] $url, [DateTime] $deadline) {
  $trouble = ''
  $token = "$(if ($env:LEADLINE_API_KEY) { $env:LEADLINE_API_KEY } else { $env:LEADLINE_ID_TOKEN })" -replace '[ \t-\r]', ''
  if ($url -cnotmatch '^https?://.') { $trouble = 'the address of Leadline is missing: set LEADLINE_URL' }
  elseif ($url -cnotmatch '^[A-Za-z0-9:/._~%-]*$') { $trouble = "$url is not a valid address" }
  elseif (-not $token) {
    $token = Get-GithubToken $options.audience ([Math]::Min(5, ($deadline - [DateTime]::UtcNow).TotalSeconds))
  }
  if (-not $trouble -and -not $token -and $options.audience) {
    $trouble = 'GitHub gave no token: the job needs the permission id-token: write'
  }
  elseif (-not $trouble -and (-not $token -or $token.StartsWith('$('))) {
    $trouble = 'LEADLINE_API_KEY is not set (pull requests from forks have no secrets)'
  }
  elseif (-not $trouble -and $token -cnotmatch '^[A-Za-z0-9._-]*$') {
    $trouble = 'LEADLINE_API_KEY does not look like a key'
  }
  @{ token = $token; trouble = $trouble }
}

# Replaces "changed" by the services of the repository that changed since what is live. Leadline knows that and their
# paths, git what changed; a service counts as changed where one of them does not know. Answers whether they are known.
function Find-Changed([hashtable] $options, [hashtable] $job) {
  $job.looked = $true
  $kept = if ($job.note) { "$($job.note)-services" } else { '' }
  if ($options.command -eq 'finish' -and $kept -and [IO.File]::Exists($kept)) {
    $job.services = @([IO.File]::ReadAllText($kept) -split "`n" | Where-Object { $_ -ne '' })
    return $true
  }
  $url = $options.url -replace '/$', ''
  $found = Find-Key $options $url ([DateTime]::UtcNow.AddSeconds(5))
  if ($found.trouble) {
    Write-Words "nothing was reported: $($found.trouble)"
    return $false
  }
  $query = "repository=$([Uri]::EscapeDataString($job.repository))&environment=$([Uri]::EscapeDataString($job.environment))"
  $address = "$url/api/webhooks/deployments/services?$query"
  $live = Read-Services $url $address $found.token $null
  if ($null -eq $live) { return $false }
  $changed = Read-Services $url $address $found.token (Get-AllChanges $job.commit $live.lines)
  if ($null -eq $changed) { return $false }
  $job.services = @($job.services | Where-Object { $_ -cne 'changed' }) + $changed.lines
  if ($options.command -eq 'start' -and $kept -and -not $options.dry_run) { Save-Text $kept ($job.services -join "`n") }
  $true
}

# Asks which services changed, once more where that may help: the lines of the answer. Says why, where there is none.
function Read-Services([string] $url, [string] $address, [string] $token, $body) {
  foreach ($time in 1, 2) {
    $answer = Send-Request $address $token 5 $body
    if ($answer.status -eq 200 -and $answer.complete) {
      return @{ lines = @($answer.text -split "`n" | Where-Object { $_ -ne '' }) }
    }
    if (@(0, 200, 429, 502, 503, 504) -notcontains $answer.status) { break }
    if ($time -eq 1) { Start-Sleep -Seconds 1 }
  }
  $where = $url -replace '^[a-z]*://', ''
  Write-Words "WARNING: nothing was reported: which services changed is not known: ${where}: $(Get-Reason $answer)"
  $null
}

# What changed since each commit that is live, as far as it is known.
function Get-AllChanges([string] $commit, [string[]] $lines) {
  $fetch_until = [DateTime]::UtcNow.AddSeconds(10)
  $commits = @($lines | ForEach-Object { ($_ -split ' ')[0] } | Where-Object { $_ -match '^[0-9a-f]{5,40}$' } | Select-Object -Unique)
  $body = ''
  foreach ($live in $commits) {
    $changes = Get-Changes $live $commit $fetch_until
    if ($null -ne $changes -and [Text.Encoding]::UTF8.GetByteCount($body + $changes) -lt 200000) { $body += $changes }
    else { Write-Words "this clone does not have commit ${live}: services that are live at it count as changed" }
  }
  $body
}

# The paths that changed since a commit, each behind a space; $null where they are not known.
function Get-Changes([string] $live, [string] $commit, [DateTime] $fetch_until) {
  if ($commit -notmatch '^[0-9a-f]+$') { return $null }
  if ($null -eq (Read-Git "cat-file -e ${live}^{commit}")) {
    if ([DateTime]::UtcNow -gt $fetch_until) { return $null }
    # A clone that is complete stays so.
    $depth = if ("$(Read-Git 'rev-parse --is-shallow-repository')".Trim() -eq 'true') { '--depth=1 ' } else { '' }
    if ($null -eq (Read-Git "fetch --quiet --no-tags --no-recurse-submodules ${depth}origin $live")) { return $null }
  }
  $paths = Read-Git "diff -z --name-only --no-renames $live $commit --"
  if ($null -eq $paths) { return $null }
  $lines = @($paths -split "`0" | Where-Object { $_ -ne '' } | ForEach-Object { ' ' + $_.Replace("`n", ' ') })
  (@("since $live") + $lines -join "`n") + "`n"
}

# What git says, as it is in UTF-8, within five seconds; $null where it fails.
function Read-Git([string] $words) {
  try {
    $start = New-Object System.Diagnostics.ProcessStartInfo -ArgumentList 'git', $words
    $start.UseShellExecute = $false
    $start.RedirectStandardInput = $true
    $start.RedirectStandardOutput = $true
    $start.RedirectStandardError = $true
    $start.StandardOutputEncoding = [Text.Encoding]::UTF8
    $start.WorkingDirectory = (Get-Location).ProviderPath
    $start.EnvironmentVariables['GIT_TERMINAL_PROMPT'] = '0'
    $git = [System.Diagnostics.Process]::Start($start)
    $git.StandardInput.Close()
    $output = $git.StandardOutput.ReadToEndAsync()
    [void] $git.StandardError.ReadToEndAsync()
    if ($output.Wait(5000) -and $git.WaitForExit(1000)) {
      if ($git.ExitCode -eq 0) { return $output.Result }
    }
    else { $git.Kill() }
  }
  catch { return $null }
  $null
}

# Reports a status for each service, within so many seconds in all. Answers whether all were recorded.
function Send-Report([hashtable] $options, [hashtable] $job, [string] $status, [string] $started, [double] $seconds) {
  $completed = if ($status -eq 'in_progress') { '' } else { Get-Now }
  if ($job.services -ccontains 'changed' -and -not (Find-Changed $options $job)) { return $false }
  $deadline = [DateTime]::UtcNow.AddSeconds($seconds)
  if (@($job.services).Count -eq 0 -and $job.looked) {
    Write-Words "nothing to report: no service of $($job.repository) changed since what is live"
    return $true
  }
  if (@($job.services).Count -eq 0) {
    Write-Words 'nothing was reported: name the service with --service'
    return $false
  }
  $url = $options.url -replace '/$', ''
  if (-not $options.dry_run) {
    $found = Find-Key $options $url $deadline
    if ($found.trouble) {
      Write-Words "nothing was reported: $($found.trouble)"
      return $false
    }
  }
  $events = @(foreach ($service in $job.services) {
      $body = ConvertTo-Event $job $status $service $started $completed
      @{ body = $body; what = "$service to $($job.environment), $status" }
    })
  if (-not $options.dry_run) { return Send-Events $url $found.token $events $deadline }
  foreach ($one in $events) { [Console]::Out.WriteLine($one.body) }
  $true
}

# Reports what start and finish report, and the first half of run.
function Start-Reporter([object[]] $given) {
  Set-StrictMode -Version 2.0
  $ErrorActionPreference = 'Stop'
  $options = Read-Options $given
  Add-Type -AssemblyName System.Net.Http
  if ($PSVersionTable.PSVersion.Major -lt 6) {
    [Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12
  }
  $job = Find-Job $options
  $started = Get-Now
  $recorded = $false
  if ($options.command -ne 'finish') {
    if ($job.note -and -not $options.dry_run) { Save-Text $job.note $started }
    $recorded = Send-Report $options $job 'in_progress' $started 5
  }
  else {
    $told = @($options.status, "$env:LEADLINE_STATUS", $job.system_status | Where-Object { $_ -ne '' }) + @('')
    $status = Get-Status $told[0]
    if ($status) { $recorded = Send-Report $options $job $status (Get-Start $job) $options.timeout }
    else {
      $system = if ($job.system) { $job.system } else { 'this job' }
      Write-Words "nothing was reported, because $system does not say how it ended: $($job.status_hint)"
    }
  }
  @{ options = $options; job = $job; started = $started; recorded = $recorded; code = $null }
}

# Reports the second half of run. A code of $null is that of a program which was stopped.
function Complete-Reporter([hashtable] $reporter) {
  Set-StrictMode -Version 2.0
  $ErrorActionPreference = 'Stop'
  $stopped = $null -eq $reporter.code
  if ($stopped) { $reporter.code = 130 }
  $seconds = if ($stopped) { 5 } else { $reporter.options.timeout }
  $status = Get-Status "$($reporter.code)"
  if (-not (Send-Report $reporter.options $reporter.job $status $reporter.started $seconds)) { $reporter.recorded = $false }
}

# Out here, because a program inside of a function that answers something would have its output taken.
try { $reporter = Start-Reporter $args }
catch {
  Write-Words "WARNING: not recorded: $($_.Exception.Message)"
  exit [int] ("$($args | Select-Object -First 1)" -eq 'run')
}
if ($reporter.options.command -eq 'run') {
  $program, $rest = $reporter.options.words
  $rest = @($rest | Where-Object { $null -ne $_ })
  $PSNativeCommandUseErrorActionPreference = $false
  $global:LASTEXITCODE = 0
  try {
    $command = Get-Command -Name $program -ErrorAction SilentlyContinue | Select-Object -First 1
    if ($null -eq $command) {
      Write-Words "${program}: not found"
      $reporter.code = 127
    }
    else {
      & $program @rest
      $succeeded = $?
      $reporter.code = $LASTEXITCODE
      if ($reporter.code -eq 0 -and -not $succeeded -and "$($command.CommandType)" -ne 'Application') { $reporter.code = 1 }
    }
  }
  catch {
    [Console]::Error.WriteLine("$_")
    $reporter.code = 1
  }
  finally {
    try { Complete-Reporter $reporter } catch { Write-Words "WARNING: not recorded: $($_.Exception.Message)" }
  }
  if ($reporter.code -ne 0) { exit $reporter.code }
}
if ($reporter.options.strict -and -not $reporter.recorded) { exit 1 }
exit 0
