package io.keelson.remoting.spi;

import org.jspecify.annotations.Nullable;

/**
 * Entry that one room has travel beside calls of objects, both ways: a transaction, a trace. A server's rooms give it to
 * {@code RemoteObjects.carry}; a client finds it by {@code java.util.ServiceLoader} beside its own classes. Who does not know an entry of
 * that name passes it over.
 *
 * <p>An implementation MUST hold these:
 *
 * <ol>
 *   <li>It is thread-safe, and does not block.
 *   <li>Its name is the same in every build, and is taken by nobody else; what its bytes mean is told by the version that stands with them.
 *   <li>It judges a version that it does not know itself: {@link #arrived} passes over what may be lost, and refuses what may not.
 *   <li>It trusts nobody: bytes come from whoever may call.
 * </ol>
 *
 * <p>Calls within one process are plain calls, and none of this happens.
 */
public interface CallEntry {
    /** Most bytes of a value. */
    int LONGEST = 65_534;

    /** Its name, 1 to 255 characters of ASCII, such as {@code keelson.transaction}. */
    String name();

    /**
     * Returns the value that goes with the call that the present thread is about to make; null for nothing. Asked again where a call is
     * tried at another member.
     *
     * @param to whom the call is made to
     * @throws RuntimeException where the call must not be made; it fails as not executed
     */
    @Nullable
    Value leaving(Peer to);

    /**
     * The call for which {@link #leaving} gave something is over, on the same thread; called once for each of these.
     *
     * @param answer what the other side gave back; null where it gave nothing, does not know this, or is an older build, and where the
     *     call failed without an answer of the object
     * @param lost true where no answer of the object came and the call may have been executed all the same
     */
    void returned(@Nullable Value answer, boolean lost);

    /**
     * A call has come that brings this, and begins on the present thread, in the context of its application.
     *
     * @param from who calls
     * @throws RuntimeException where the call must not be executed; its caller is told the message
     */
    Serving arrived(Value value, Peer from);

    /**
     * The process at the other end of a connection.
     *
     * @param address where it is, for messages
     * @param serverOfDomain whether it has proved to be a server of this one's domain
     * @param otherDomain the other domain, which this one trusts, of which it has proved to be a server; null where it has not
     */
    record Peer(
            String address,
            boolean serverOfDomain,
            @Nullable String otherDomain) {
        /** Returns whether its word about who calls, and in which transaction, counts. */
        public boolean trusted() {
            return serverOfDomain || otherDomain != null;
        }
    }

    /** A call that is being executed. */
    interface Serving {
        /**
         * The object has returned, or thrown. On the same thread, once.
         *
         * @return what goes back with the answer; null for nothing. It is lost where the answer cannot be sent
         * @throws RuntimeException where the caller must not take the answer for good: it gets an exception that says that the call was
         *     executed
         */
        @Nullable
        Value done();
    }

    /**
     * Bytes, and of what version they are. The bytes are not copied.
     *
     * @param version 1 to 255
     * @param bytes at most {@value CallEntry#LONGEST}
     */
    record Value(int version, byte[] bytes) {
        public Value {
            if (version < 1 || version > 255) {
                throw new IllegalArgumentException("a version is 1 to 255, not " + version);
            }
            if (bytes.length > LONGEST) {
                throw new IllegalArgumentException(
                        bytes.length + " bytes shall go beside a call; at most " + LONGEST + " travel");
            }
        }
    }
}
