package io.keelson.jms.net;

import io.keelson.jms.message.ByteReader;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.remoting.ServerStream;
import io.keelson.remoting.ServerStreams;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Takes links of clients and of other servers. Thread-safe. */
public final class LinkAcceptor implements ServerStreams.OpenAcceptor {
    /** The purpose of the streams that it takes. */
    public static final String PURPOSE = Frames.PURPOSE;

    /** Prefix of the names of members' own connections. */
    public static final String MEMBER = "member ";

    private static final int LONGEST_NAME = 200;

    /** The JMS servers of a member. */
    public interface Hosts {
        /**
         * Connects to a JMS server. May block while that is opened.
         *
         * @param server its name; empty: the member's own
         * @param member true if another member asks, which has chosen the JMS server: nothing is passed on to a third one
         * @throws JmsFailure where it is not open here; of {@link JmsFailure.Code#ELSEWHERE} where another member may have it
         */
        Link connect(String server, boolean member, Link.Handler handler) throws JmsFailure;

        /** Returns the name of the member's own JMS server. */
        String own();

        /** Returns where the member that owns a JMS server is reached; empty: nobody knows. */
        List<String> owner(String server);

        /** Returns where the members are reached. */
        List<String> members();
    }

    private final Hosts hosts;
    private final Executor blocking;
    private final Map<String, ServedLink> byOrigin = new ConcurrentHashMap<>();

    /**
     * Makes an acceptor.
     *
     * @param blocking opens JMS servers, which may take their time
     */
    public LinkAcceptor(Hosts hosts, Executor blocking) {
        this.hosts = hosts;
        this.blocking = blocking;
    }

    @Override
    public ServerStream.Listener accepted(ServerStream stream, byte[] greeting, ServerStreams.Peer peer)
            throws IOException {
        String server;
        String origin;
        try {
            ByteReader in = new ByteReader(greeting);
            int version = in.get();
            if (version != Frames.VERSION) {
                throw new IOException("this server speaks version " + Frames.VERSION + " of the protocol of JMS, not "
                        + version + "; use a client of its version");
            }
            server = in.getName();
            origin = in.getName();
        } catch (IllegalArgumentException e) {
            throw new IOException("the greeting of a JMS client cannot be read: " + e.getMessage(), e);
        }
        if (server.length() > LONGEST_NAME || origin.isEmpty() || origin.length() > LONGEST_NAME) {
            throw new IOException("the greeting of a JMS client has a name that is empty or too long");
        }
        ServedLink made = new ServedLink(stream, peer, hosts::members);
        String name = server.isEmpty() ? hosts.own() : server;
        String key = name + "\n" + origin;
        ServedLink before = byOrigin.put(key, made);
        made.whenOver(() -> byOrigin.remove(key, made));
        try {
            blocking.execute(() -> open(made, name, origin.startsWith(MEMBER), before));
        } catch (RejectedExecutionException e) {
            made.abandon();
            throw new IOException("the server has no room for another JMS connection; try again later", e);
        }
        return made;
    }

    private void open(ServedLink made, String name, boolean member, @Nullable ServedLink before) {
        if (before != null) {
            before.replaced();
        }
        try {
            made.opened(name, hosts.connect(name, member, made));
        } catch (JmsFailure e) {
            made.refused(e, e.code() == JmsFailure.Code.ELSEWHERE ? hosts.owner(name) : List.of());
        }
    }
}
