#!/bin/sh
# Runs what the installation serves, with the variables of the pipe. A lost report fails no deployment.
curl -fsSL -m 5 "${LEADLINE_URL%/}/report.sh" | sh -s -- "${LEADLINE_COMMAND:-finish}" || true
