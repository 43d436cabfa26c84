/** What the host lays out for a script to find. */
export interface Bait {
  /** In the host's environment, in a file, and told by its sockets. Must come back from nowhere. */
  canary: string
  file: string
  tcpPort: number
  abstractSocket: string
  hostPid: number
  /** Told apart from every other process and file of the machine. */
  marker: string
}

interface ShellAttack {
  name: string
  /** Prints "escaped" where it got through. */
  source(bait: Bait): string
  /** It has to be stopped by a limit; the others end by themselves. */
  stopped?: true
  /** It runs out of memory, which the shell may meet by a signal of its own before the limit ends it. */
  starves?: true
}

export const shellAttacks: ShellAttack[] = [
  {
    name: "the environment of the host",
    source: () => `env; cat /proc/self/environ /proc/1/environ /proc/*/environ 2>/dev/null`,
  },
  {
    name: "the host's processes",
    source: ({ hostPid }) =>
      `cat /proc/${hostPid}/cmdline && echo escaped; test "$(ls -d /proc/[0-9]* | wc -l)" -gt 20 && echo "escaped: other processes"; :`,
  },
  {
    name: "a file of the host",
    source: ({ file }) =>
      `cat ${file}; cat < ${file}; cat /proc/1/root${file}; cat /proc/1/cwd/${file} /proc/self/root${file}`,
  },
  {
    name: "a file of the host by a link",
    source: ({ file }) =>
      `ln -s ${file} /tmp/link; cat /tmp/link; ln -s / /tmp/top; cat /tmp/top${file}; ln -s /proc/1/root /tmp/proc; cat /tmp/proc${file}; ln ${file} /tmp/hard; cat /tmp/hard`,
  },
  {
    name: "users and passwords",
    source: () =>
      `cat /etc/shadow && echo escaped; cat /root/.ssh/* && echo escaped; ls /root /home /etc/ssl/private && echo escaped; :`,
  },
  {
    name: "places that are read-only",
    source: ({ marker }) =>
      ["/usr", "/usr/bin", "/etc", "/", "/dev", "/dev/shm", "/run", "/proc", "/proc/sys/kernel", "/lib", "/var/tmp"]
        .map((place) => `touch ${place}/${marker}`)
        .join("; "),
  },
  {
    name: "switches of the kernel",
    source: () =>
      `test -e /proc/1/ns || exit 0; for file in /proc/sysrq-trigger /proc/sys/kernel/core_pattern /proc/sys/vm/drop_caches /proc/sys/kernel/hostname /proc/self/oom_score_adj; do case $file in /proc/self/*) (echo -1000 > $file) 2>/dev/null && echo "escaped: $file";; *) test -w $file && echo "escaped: $file";; esac; done; :`,
  },
  {
    name: "devices",
    source: () =>
      `ls /dev | grep -E '^(sd|vd|nvme|loop|mem|kmem|kvm|fuse|net|dm)' && echo escaped; head -c 1 /dev/mem && echo escaped; mknod /tmp/null c 1 3 && head -c 1 /tmp/null && echo escaped; :`,
  },
  {
    name: "the network",
    source: ({ tcpPort }) => `timeout 1 bash -c 'exec 3<>/dev/tcp/127.0.0.1/${tcpPort} && cat <&3'
perl -MIO::Socket::INET -e 'my $s = IO::Socket::INET->new(PeerAddr => "127.0.0.1:${tcpPort}", Timeout => 1); print <$s> if $s'
curl -s -m 1 --http0.9 http://127.0.0.1:${tcpPort}/
cat /proc/net/dev /proc/net/route 2>/dev/null | grep -E '(eth|ens|enp|wl|docker|veth)' && echo "escaped: interfaces"
:`,
  },
  {
    name: "a socket of the host without a file",
    source: ({ abstractSocket }) =>
      `perl -MSocket -e 'socket(my $s, PF_UNIX, SOCK_STREAM, 0) and connect($s, sockaddr_un("\\0${abstractSocket}")) and print <$s>'; grep -q ${abstractSocket} /proc/net/unix && echo escaped; :`,
  },
  {
    name: "signals to the host",
    source: ({ hostPid }) => `kill -0 ${hostPid} && echo escaped; kill -9 ${hostPid} && echo escaped; :`,
  },
  { name: "signals to everybody", source: () => `kill -9 1; kill -9 $PPID; kill -9 -1; :` },
  {
    name: "being somebody",
    source: () =>
      `test "$(id -u 2>/dev/null || echo 65534)" = 65534 || echo escaped; su -c 'echo escaped' </dev/null; sudo -n echo escaped; unshare -r true && echo "escaped: unshare"; unshare -U true && echo "escaped: user namespace"; mount -t tmpfs none /tmp && echo "escaped: mount"; chroot / echo escaped; nsenter -t 1 -a echo escaped; :`,
  },
  {
    name: "a process that outlives it",
    source: ({ marker }) =>
      `sleep 98765.${marker.length} & (setsid sleep 98765 &) ; nohup sh -c 'exec sleep 98765' >/dev/null 2>&1 & exit 0`,
  },
  {
    name: "many processes",
    source: () =>
      `i=0; while [ $i -lt 200 ]; do sleep 5 & i=$((i+1)); done; test "$(ls -d /proc/[0-9]* | wc -l)" -gt 40 && echo escaped; :`,
  },
  { name: "a fork bomb", source: () => `b() { b | b & }; b; b; while :; do :; done`, stopped: true },
  {
    name: "a loop that ignores signals",
    source: () => `trap '' TERM INT HUP QUIT XCPU ALRM; while :; do :; done`,
    stopped: true,
  },
  { name: "sleep", source: () => `sleep 98765`, stopped: true },
  {
    name: "a flood of output",
    source: () =>
      `while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done`,
    stopped: true,
  },
  {
    name: "a flood of complaints",
    source: () =>
      `yes xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx >&2; while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx >&2; done`,
    stopped: true,
  },
  {
    name: "a text that doubles",
    source: () => `text=xxxxxxxxxxxxxxxx; while :; do text=$text$text; done`,
    stopped: true,
    starves: true,
  },
  {
    name: "files without an end",
    source: () =>
      `i=0; while [ $i -lt 40 ]; do head -c 8000000 /dev/zero > /tmp/file$i || break; i=$((i+1)); done; total=$(cat /tmp/file* | wc -c); test "$total" -gt 20000000 && echo "escaped: $total bytes"; :`,
  },
  {
    name: "a great many files",
    source: () => `i=0; while :; do echo x > /tmp/file$i; i=$((i+1)); done`,
    stopped: true,
  },
  {
    name: "memory of many processes together",
    source: () => `for i in 1 2 3 4 5 6 7 8; do tail /dev/zero & done; wait; while :; do :; done`,
    stopped: true,
  },
  { name: "waiting for input", source: () => `cat; read line; echo "read <$line>"` },
]
