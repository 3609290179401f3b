/**
 * Commands by what they need in order to be taken for a command.
 *
 * `alone`: does something without arguments, and isn't a word of English. `weak`: the same, but also a word or a usual name of a field.
 * `tool`: known as a command only, and useless without arguments. `english`: also a word, so its first argument has to look like one.
 */
export type CommandKind = 'alone' | 'weak' | 'tool' | 'english';

const unix: Readonly<Record<CommandKind, string>> = {
  alone:
    'whoami uname ifconfig netstat printenv lastlog htop tasklist systeminfo ipconfig lsof lsblk lscpu dmesg pwd vmstat iostat ps ls getent visudo aptitude hostnamectl uptime',
  weak: 'id w who env set dir arp route last top df du mount users groups logname free history jobs tty ver quser hostname',
  tool: `7z 7za 7zr ab adduser agetty ansible ansible-config ansible-console ansible-doc ansible-galaxy ansible-inventory ansible-playbook
    ansible-pull ansible-vault apk apt apt-get ar aria2c ascii-xfr ash aspell awk aws az base32 base58 base64 basez bash batcat bc bpftrace
    bsdcat bsdiff bsdtar bunzip2 busctl busybox byebug bzcat bzcmp bzdiff bzegrep bzgrep bzip2 bzless bzmore c89 c99 cancel capsh
    certbot check_by_ssh check_raid chef-client chef-run chef-shell chef-vault chgrp chmod choom chown chroot clang clang++ cobc column
    comm composer cowsay cowthink cp cpan cpio cpulimit crash crontab cscli csh csplit csvtool ctr cupsfilter curl dash dd deluser dhclient
    dhclient diff dig dmsetup dnf dnsdomainname doas docker dosbox dpkg dvips easy_install easyrsa eb efax egrep elvish emacs enscript
    esh espeak exiftool expand facter fgrep fping ftp ftpwho g++ gawk gcc gcloud gcore gdb genie genisoimage getfacl ghc ghci gimp ginsh
    git gksu gnuplot grc grep grpcurl gtester gunzip gzcat gzip hashcat hd helm hexdump hping3 iconv iftop iptables ip6tables irb ispell
    jjs joe jq jrunscript jshell julia ksh kubectl ldconfig lftp loginctl logsave ltrace lua luac lualatex lwp-download lwp-dump
    lwp-mirror lwp-request lynx lzcat lzma lzmore masscan mawk mkdir mkfifo mknod mktemp mlocate msfconsole msgattrib msgcat msgconv
    msgfilter msgmerge mtr mutt mv mysql mysqladmin mysqldump mysqlimport nano nasm nawk nc ncat ncdu neofetch netcat netkit-ftp nft
    nginx nmap node nohup nping npm npx nroff nsenter nslookup octave openssl openvpn opkg pandoc pacman passwd patchelf pdb pdflatex
    perf perl perlbug pexec pftp pgrep php pic pico pidstat ping ping6 pip pip3 pkexec pkg pkill printf psftp psql pstree ptx puppet pypy
    python qpdf rar rbash readelf readlink redcarpet redis-cli restic rev rlogin rlwrap rm rmdir rmmod rmt rpm rpmdb rpmquery rsync rsh
    ruby rview rvim rustc sash scp scapy scanmem sed seq service setarch setfacl setfattr setsid sftp sh sha1sum sha256sum shuf slsh
    smbclient smbmap snap socat soelim sqlite3 ssh ssh-agent ssh-keygen ssh-keyscan sshfs sshpass stat stdbuf strace strings stty su sudo
    svn sysctl systemctl systemd-resolve tac tailf tar taskset tasksh tbl tclsh tcpdump tcsh tee telnet terraform tex tftp tic tmate tmux traceroute
    troff truncate tshark ul uncompress unexpand uniq unix2dos unlzma unrar unset unshare unxz unzip update-alternatives useradd userdel
    usermod uudecode uuencode vagrant valgrind varnishncsa vi view vigr vim vimdiff vipw virsh volatility wall wc wget whiptail whois
    wireshark wish xargs xdg-user-dir xelatex xetex xmodmap xmore xmllint xpad xterm xxd xz xzcat yarn yash yelp yum zathura zcat zip zipcloak zless zmore
    zsh zsoelim zstd zstdcat zstdgrep zstdless unzstd zypper cc ed ex gem jar java javac js julia ld m4 mail mailx nl od pg pr tr ssconvert wvdial fish bun deno
    rundll32 regsvr32 certutil mshta bitsadmin wmic msiexec installutil regasm regsvcs cscript wscript schtasks regedit reg bcdboot bcdedit
    attrib icacls takeown cacls diskpart netsh nbtstat nltest tracert pathping robocopy xcopy forfiles taskkill powershell pwsh cmd cmstp
    msbuild csc ilasm hh control pcalua esentutl extrac32 expand findstr makecab mavinject microsoft.workflow.compiler msdt odbcconf presentationhost
    regini runonce runscripthelper scriptrunner syncappvpublishingserver tttracer vbc verclsid wab winrm wlrmdr xwizard vssadmin wevtutil
    aa-exec apache2ctl arj ascii85 basenc bconsole bundler cabal cdist check_cups check_log check_memory check_ssl_cert check_statusfile clamscan
    cmp dc debugfs distcc dmidecode dos2unix dotnet dstat eqn flock fmt journalctl ksshell ksu latex latexmk luatex minicom mosquitto_sub multitime
    ncftp nm ntpdate openvt pax pdftex pry posh rpmverify rtorrent run-mailcap run-parts runscript scrot setlock sg softlimit ss start-stop-daemon
    tdbtool timedatectl torify torsocks unsquashfs w3m xdotool reboot poweroff modprobe insmod lsmod lspci lsusb swapoff mkfs fdisk parted blkid
    findmnt nproc getconf lastb pinky hostid whereis updatedb gpasswd chsh chfn newgrp visudo nmcli ethtool iwconfig brctl tune2fs rtorrent
    wbadmin fsutil diskshadow dsquery dsget csvde ldifde appcmd cipher cmdkey desktopimgdownldr dnscmd finger ftp gpscript ieexec
    infdefaultinstall iexpress jsc ntdsutil pnputil print psexec rasautou register-cimprovider replace rpcping sc setspn`,
  english: `alias at awk batch bridge break case cat cd check choice clear column command convert copy cut date declare del dialog echo eject
    erase eval exec exit expect export expr factor file find finger fold format ftype function go goto graph halt highlight knife links bundle as init rake ranger rc red socket head help host install ip join
    kill killall less let link ln local locate lock login look lp man md mode more mtr move mutt net nice openfiles paste patch path pause
    popd print pushd rd read rem ren rename repeat replace return screen script shift shutdown sleep slice sort source
    split start strip subst tail task test time timeout touch trap tree type ulimit umask unlink unset users wait watch which
    whatis write xdg-open`,
};

export const commands: ReadonlyMap<string, CommandKind> = new Map(
  (['english', 'tool', 'weak', 'alone'] as const).flatMap((kind) =>
    unix[kind].split(/\s+/).map((word): [string, CommandKind] => [word, kind]),
  ),
);

/** Commands that run the command after them. */
export const runners: ReadonlySet<string> = new Set(
  'time nohup sudo doas exec env nice ionice setsid timeout strace ltrace xargs command builtin eval stdbuf then do else unshare chroot watch if while until'.split(
    ' ',
  ),
);

/** Programs that run the code in their arguments. */
export const interpreters: ReadonlySet<string> = new Set(
  'sh bash dash ash zsh ksh csh tcsh fish rbash busybox python perl ruby php node lua tclsh irb cmd powershell pwsh wscript cscript mshta'.split(
    ' ',
  ),
);

/** Names of parameters that applications pass to a shell, and that planted scripts read. */
const commandParameter =
  /^(?:c|cmd|command|commands|code|exec|execute|exe|run|sh|shell|system|passthru|eval|payload|args?|argv|params?|proc|process|ping|host|ip|daemon|cli|do|func|job|script|task|rce)$/;

export const isCommandParameter = (name: string): boolean => commandParameter.test(name.toLowerCase());
