#!/bin/sh
# Hook of mmdebstrap, with the root of the new system as its argument: settings, and what makes the disk bootable.
# Reads OVERLAY, a folder of files to copy, and ROOT_UUID, the UUID of the file system that the root will be on.
set -eu
root=$1

cp -r --no-preserve=ownership "$OVERLAY/." "$root/"
echo "UUID=$ROOT_UUID / ext4 defaults,errors=remount-ro 0 1" > "$root/etc/fstab"
echo 'LANG=C.UTF-8' > "$root/etc/default/locale"
# Both are the host's. systemd-resolved and cloud-init write the server's own.
rm -f "$root/etc/resolv.conf" "$root/etc/hostname"
# Each server generates its own.
rm -f "$root"/etc/ssh/ssh_host_*
: > "$root/etc/machine-id"
chroot "$root" systemctl enable systemd-networkd systemd-resolved

# The core of GRUB, with a path on the disk that the firmware started it from. The builder writes it in front of the first partition.
mkdir -p "$root/boot/grub"
chroot "$root" grub-mkimage -O i386-pc -o /boot/grub/core.img -p '(,msdos1)/boot/grub' biosdisk part_msdos ext2 normal
cp -r "$root/usr/lib/grub/i386-pc" "$root/boot/grub/"
# Until `update-grub` writes this file, after the first change of the kernel: the links lead to the newest kernel.
cat > "$root/boot/grub/grub.cfg" <<END
serial --unit=0 --speed=115200
terminal_input console serial
terminal_output console serial
set timeout=1
menuentry 'Linux' {
  linux /vmlinuz root=UUID=$ROOT_UUID ro console=tty0 console=ttyS0,115200 no_timer_check
  initrd /initrd.img
}
END
