package io.keelson.remoting.config;

import io.keelson.base.config.DataSize;
import io.keelson.base.config.Setting;
import java.time.Duration;
import java.util.List;

/**
 * Settings and limits of the native protocol.
 *
 * @param enabled whether the server's own channels speak it
 * @param maxMessageSize the largest request or answer
 * @param connectionWindow how much of messages may be on the way to this server or unread there, a connection
 * @param fragmentSize into what pieces larger messages are cut
 * @param peerTimeout after so long without a sign of life a peer is given up
 * @param handshakeTimeout how long a login may take
 * @param connectTimeout how long this server tries to connect to another
 * @param callTimeout how long calls that this server makes wait; 0 for no end
 * @param anonymousAccess from where clients may come without a user
 * @param allowedClasses which classes calls may bring to every application, beside their own lists
 * @param maxDepth how deep objects may lie in each other
 * @param maxReferences how many references to objects a message may have
 * @param maxArrayLength how long an array may be
 * @param advertisedAddresses under which other processes reach this server; empty for those of its channels
 * @param trustedAddresses where references may lead beside the servers of the cluster
 * @param memberWeight how often this server is chosen among members, by weight
 */
public record RemotingSettings(
        @Setting(
                help = "Whether the channels Default and DefaultSecure speak the native protocol beside HTTP.",
                defaultValue = "true")
        boolean enabled,

        @Setting(
                help = "Largest request or answer of a remote call; larger ones are refused before they are sent.",
                defaultValue = "10MiB",
                min = "64KiB",
                max = "1GiB")
        DataSize maxMessageSize,

        @Setting(
                help = "How much of messages may be on the way to this server or unread there, for each connection; at"
                        + " least a little more than max-message-size.",
                defaultValue = "16MiB",
                min = "256KiB",
                max = "4GiB")
        DataSize connectionWindow,

        @Setting(
                help = "Pieces into which larger messages are cut, so that small ones overtake them.",
                defaultValue = "16KiB",
                min = "1KiB",
                max = "1MiB")
        DataSize fragmentSize,

        @Setting(
                help = "After so long without a sign of life a peer is given up and its calls fail.",
                defaultValue = "10s",
                min = "500ms",
                max = "1h")
        Duration peerTimeout,

        @Setting(help = "How long a client may take to log in.", defaultValue = "10s", min = "500ms", max = "5m")
        Duration handshakeTimeout,

        @Setting(
                help = "How long this server tries to connect to another.",
                defaultValue = "5s",
                min = "100ms",
                max = "5m")
        Duration connectTimeout,

        @Setting(
                help = "How long remote calls that this server makes wait for their answer; 0s for no end.",
                defaultValue = "0s",
                max = "1d")
        Duration callTimeout,

        @Setting(help = "From where clients may come in without a user and a password.", defaultValue = "loopback")
        AnonymousAccess anonymousAccess,

        @Setting(
                help =
                        "Classes that remote calls may bring to every application, beside values of the platform and the"
                                + " packages of its remote interfaces: full names, org.acme.* for a package, org.acme.** with those below.")
        List<String> allowedClasses,

        @Setting(
                help = "How deep objects may lie within each other in a message.",
                defaultValue = "200",
                min = "10",
                max = "10000")
        int maxDepth,

        @Setting(
                help = "References to objects that a message may have.",
                defaultValue = "1000000",
                min = "100",
                max = "1000000000")
        long maxReferences,

        @Setting(
                help = "Length that an array in a message may have.",
                defaultValue = "10000000",
                min = "100",
                max = "2000000000")
        long maxArrayLength,

        @Setting(
                help =
                        "Addresses under which other processes reach this server, as keelson://host:port; empty for those of"
                                + " its channels.")
        List<String> advertisedAddresses,

        @Setting(
                help =
                        "Addresses, as keelson://host:port, that objects given to or by this server's clients may be found at,"
                                + " beside those of this server and of the members of its cluster.")
        List<String> trustedAddresses,

        @Setting(
                help = "How often stubs that choose by weight among the members with an object choose this server,"
                        + " relative to the others.",
                defaultValue = "100",
                min = "1",
                max = "1000")
        int memberWeight) {
    public RemotingSettings {
        trustedAddresses = List.copyOf(trustedAddresses);
        allowedClasses = List.copyOf(allowedClasses);
        advertisedAddresses = List.copyOf(advertisedAddresses);
    }
}
