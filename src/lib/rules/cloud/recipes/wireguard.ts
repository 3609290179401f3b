import { type Recipe, withScript } from './recipe.ts';

const script = `#!/bin/sh
set -eu
# A tunnel through which one device reaches the Internet; its configuration is in /root/wireguard.conf.
umask 077
interface=$(ip -o route show default | awk '{print $5; exit}')
server=$(wg genkey)
device=$(wg genkey)
cat > /etc/wireguard/wg0.conf <<END
[Interface]
Address = 10.66.0.1/24
ListenPort = 51820
PrivateKey = $server
PostUp = nft add table inet wireguard; nft add chain inet wireguard out '{ type nat hook postrouting priority srcnat; }'; nft add rule inet wireguard out iifname wg0 oifname $interface masquerade
PostDown = nft delete table inet wireguard

[Peer]
PublicKey = $(echo "$device" | wg pubkey)
AllowedIPs = 10.66.0.2/32
END
cat > /root/wireguard.conf <<END
[Interface]
Address = 10.66.0.2/24
PrivateKey = $device

[Peer]
PublicKey = $(echo "$server" | wg pubkey)
# The address of this server, and the port on which it is reached.
Endpoint = ADDRESS:51820
AllowedIPs = 0.0.0.0/0
PersistentKeepalive = 25
END
echo 'net.ipv4.ip_forward = 1' > /etc/sysctl.d/60-wireguard.conf
sysctl -q -p /etc/sysctl.d/60-wireguard.conf
systemctl enable --now wg-quick@wg0
`;

/** A WireGuard tunnel for one device. */
export const wireguard: Recipe = {
  userData: withScript(['wireguard-tools', 'nftables'], script),
  memory: 1,
  ports: [{ protocol: 'udp', port: 51_820 }],
};
