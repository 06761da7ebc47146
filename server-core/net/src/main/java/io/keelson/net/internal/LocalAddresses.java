package io.keelson.net.internal;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.stream.Collectors;

/** The addresses of this machine, for advice in messages. */
final class LocalAddresses {
    private LocalAddresses() {}

    /** Returns whether it is an address of this machine, or stands for all; true where that cannot be found out. */
    static boolean have(InetAddress address) {
        try {
            return address.isAnyLocalAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            ChannelLog.LOG.debugf(e, "the interfaces of this machine cannot be listed");
            return true;
        }
    }

    /** Those of this machine. */
    static String list() {
        try {
            return NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(address -> !address.isLinkLocalAddress())
                    .map(InetAddress::getHostAddress)
                    .sorted()
                    .collect(Collectors.joining(", "));
        } catch (SocketException e) {
            ChannelLog.LOG.debugf(e, "the interfaces of this machine cannot be listed");
            return "unknown";
        }
    }
}
