#!/usr/bin/env bash
# Tests novphy.sbatch, dask-jobqueue and submitit on a Slurm of one node, which this script starts. Usage, as root:
#   scripts/cluster/test_slurm.sh [PROGRAM, default build/release/novphy [PACKAGE, default build/python]]
# Slurm with its accounting (Debian's packages munge, slurm-wlm, slurmdbd and mariadb-server) and PyPI's packages are installed
# into a copy of this system in memory, over which nothing is written to the disk. Slurm runs in namespaces of its own, which
# end with this script: nothing is left behind.
# The script plays a plan on shards, kills the process of one shard and cancels another, submits again, tells a shard that its
# time is up, and compares the merged records with those of one run. A shard that always dies must not be started for ever.
# Then test_executors.py plays a plan through both Python packages, if the folder PACKAGE holds the package novphy.
set -euo pipefail
pypi=(dask-jobqueue==0.9.0 distributed==2026.8.0 submitit==1.5.4)

inside() {  # in the copy of the system
  local novphy=$1 scripts=$2 package=$3
  hostname novphy-test
  echo "127.0.0.1 localhost novphy-test" >/etc/hosts
  printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d
  if ! { apt-get update -qq &&
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends munge slurm-wlm slurmdbd mariadb-server; } >/var/log/install 2>&1; then
    tail /var/log/install >&2
    exit 1
  fi
  mkdir -p /etc/slurm /run/munge /var/spool/slurmctld /var/spool/slurmd
  cat >/etc/slurm/slurm.conf <<CONF
ClusterName=test
SlurmctldHost=novphy-test
SlurmUser=root
AuthInfo=cred_expire=5
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
StateSaveLocation=/var/spool/slurmctld
SlurmdSpoolDir=/var/spool/slurmd
SlurmctldPidFile=/run/slurmctld.pid
SlurmdPidFile=/run/slurmd.pid
SlurmctldLogFile=/var/log/slurmctld.log
SlurmdLogFile=/var/log/slurmd.log
SchedulerParameters=sched_interval=2
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=5
AccountingStorageType=accounting_storage/slurmdbd
NodeName=novphy-test CPUs=4 RealMemory=4000 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
  chown munge /run/munge && chmod 755 /run/munge
  su -s /bin/sh munge -c munged
  start_accounting
  slurmctld
  slurmd
  until_true is_idle
  sbatch --version
  cd "$(mktemp -d)"
  test_script "$novphy" "$scripts"
  if [[ -e $package/novphy ]]; then
    test_python "$package" "$scripts"
  else
    echo "SKIPPED: $package holds no package novphy"
  fi
}

start_accounting() {  # without it, sacct tells submitit nothing
  mkdir -p /run/mysqld && chown mysql /run/mysqld
  mariadbd --user=mysql --skip-networking >/var/log/mariadb 2>&1 &
  until_true succeeds mariadb -e "create database slurm_acct_db"
  install -m 600 /dev/stdin /etc/slurm/slurmdbd.conf <<CONF
DbdHost=localhost
SlurmUser=root
StorageType=accounting_storage/mysql
StorageHost=localhost
StorageUser=root
LogFile=/var/log/slurmdbd.log
PidFile=/run/slurmdbd.pid
CONF
  slurmdbd
  until_true succeeds sacctmgr --immediate add cluster test
}

jobs_left() { squeue -h -o %i | grep -q .; }

shard_process() {  # the process of novphy that plays this shard
  pgrep -f "novphy run plan.json --shard $1/4"
}

until_true() {  # until_true COMMAND...: waits up to two minutes
  local i
  for ((i = 0; i < 1200; ++i)); do
    if "$@"; then return; fi
    sleep 0.1
  done
  echo "in vain: $*" >&2
  tail -n 30 novphy-*.log /var/log/slurmctld.log /var/log/slurmd.log >&2 || true
  exit 1
}

succeeds() { "$@" >/dev/null 2>&1; }

is_idle() { [[ $(sinfo -h -o %T) == idle ]]; }

no_jobs() { ! jobs_left; }

has_trial() { compgen -G "r.jsonl.shard-$1-of-4.try-*" >/dev/null && grep -q '^{"trial"' r.jsonl.shard-"$1"-of-4.try-*; }

has_second_try() { [[ $(compgen -G "r.jsonl.shard-$1-of-4.try-*" | wc -l) == 2 ]]; }

test_script() {
  export NOVPHY=$1
  local submit=$2/novphy.sbatch
  cat >slow.py <<'PY'
import sys, time
for line in sys.stdin:
    if '"choose"' in line:
        time.sleep(0.3)
    print('{"angle_deg": 40}' if '"choose"' in line else "{}", flush=True)
PY
  "$NOVPHY" plan --pairs rolling/agents --trials 10 --max-normal 2 --novel 2 --calibration-runs 2 --calibration-tasks 2 \
    --proof none --quiet --out plan.json
  "$NOVPHY" run plan.json --agent "exec:python3 slow.py" --jobs 4 --quiet --out one.jsonl
  "$submit" 4 plan.json r.jsonl --agent "exec:python3 slow.py"
  until_true has_trial 2
  kill -9 "$(shard_process 2)" && echo "the process of shard 2 was killed"
  until_true has_trial 3
  scancel "$(squeue -h -r -o '%i' | grep '_3$')" && echo "shard 3 was cancelled"
  until_true no_jobs
  cat novphy-*_2.log novphy-merge-*.log
  [[ -e r.jsonl.shard-2-of-4 && ! -e r.jsonl.shard-3-of-4 && ! -e r.jsonl ]]
  rm novphy-merge-*.log
  "$submit" 4 plan.json r.jsonl --agent "exec:python3 slow.py"
  # Two minutes before its time is up, Slurm would send this signal. A second try is there once novphy catches signals.
  until_true has_second_try 3
  scancel --batch --signal=USR1 "$(squeue -h -r -o '%i' | grep '_3$')" && echo "shard 3 was told that its time is up"
  until_true no_jobs
  cat novphy-6_3.log novphy-merge-*.log
  cmp one.jsonl r.jsonl && echo "the same $(stat -c %s r.jsonl) bytes as one run"
  NOVPHY_RESTARTS=1 "$submit" 1 plan.json deadly.jsonl --agent "exec:pkill -9 -f 'shard [1]/1 --jobs'"
  until_true no_jobs
  cat novphy-*_1.log | grep "shard 1 of 1: "
  [[ $(cat novphy-*_1.log | grep -c "it is not started again") == 1 && ! -e deadly.jsonl ]]
}

test_python() {  # test_python PACKAGE SCRIPTS
  /usr/bin/python3 -m venv --system-site-packages /opt/executors
  if ! /opt/executors/bin/pip install --quiet "${pypi[@]}"; then echo "SKIPPED: PyPI gives no ${pypi[*]}" && return; fi
  echo "$1" >"$(echo /opt/executors/lib/python3*/site-packages)/novphy.pth"
  mkdir executors && cd executors
  /opt/executors/bin/python "$2/test_executors.py" ../plan.json
}

outside() {  # makes the copy of the system, and goes there
  local novphy=$1 scripts=$2 package=$3 root=$4
  mount -t tmpfs -o size=2g novphy-slurm "$root"
  mkdir "$root"/{upper,work,system}
  mount -t overlay -o "lowerdir=/,upperdir=$root/upper,workdir=$root/work" novphy-slurm "$root/system"
  mount -t proc proc "$root/system/proc"
  mount --rbind /dev "$root/system/dev"
  mount --rbind /sys "$root/system/sys"
  local source
  source=$(dirname "$(dirname "$scripts")")
  mkdir -p "$root/system$source"
  mount --bind "$source" "$root/system$source"
  exec chroot "$root/system" "$BASH" "$scripts/test_slurm.sh" --inside "$novphy" "$scripts" "$package"
}

case ${1-} in
  --inside) inside "$2" "$3" "$4" ;;
  --outside) outside "$2" "$3" "$4" "$5" ;;
  *)
    scripts=$(cd "$(dirname "$0")" && pwd)
    novphy=$(realpath "${1:-$scripts/../../build/release/novphy}")
    package=$(realpath "${2:-$scripts/../../build/python}")
    if [[ $EUID -ne 0 ]]; then echo "test_slurm.sh: expected root, who may make namespaces and mount" >&2 && exit 2; fi
    if [[ ! -x $novphy ]]; then echo "$novphy: is no program" >&2 && exit 2; fi
    root=$(mktemp -d)
    trap 'rmdir "$root"' EXIT
    unshare --mount --pid --uts --fork --kill-child "$BASH" "$scripts/test_slurm.sh" --outside "$novphy" "$scripts" "$package" "$root"
    ;;
esac
