package io.keelson.remoting.spi;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Follows the calls of objects that this process makes and takes. Unlike a {@link CallEntry} it is told which method is called and how
 * that ended, and of calls too that bring nothing. Thread-safe; does not block; what it throws would fail the call.
 */
public interface CallTraces {
    /** The name under which ids go with a call: a byte that is 1, then what {@code leaving} has given. Others are passed over. */
    String NAME = "keelson.trace";

    /** Follows nothing. */
    CallTraces NONE = new CallTraces() {
        @Override
        public @Nullable Leaving leaving(Method method, String peer) {
            return null;
        }

        @Override
        public @Nullable Served arrived(Method method, String peer, byte @Nullable [] ids) {
            return null;
        }
    };

    /**
     * A call is about to leave the present thread. Asked again where it is tried at another member.
     *
     * @param method of the remote interface
     * @param peer where the other side is, as it is known here: an address and a port, perhaps with a scheme before them
     * @return null where it is not followed
     */
    @Nullable
    Leaving leaving(Method method, String peer);

    /**
     * A call has come, and begins on the present thread, in the context of its application.
     *
     * @param method of the remote interface
     * @param peer where the other side is, as for {@link #leaving}
     * @param ids what the other side's {@link Leaving#ids} gave; null for nothing. It comes from whoever may call
     * @return null where it is not followed
     */
    @Nullable
    Served arrived(Method method, String peer, byte @Nullable [] ids);

    /** A call that is served. */
    interface Served {
        /** Is over, on the same thread; once. With what the object threw, or why there is no answer; null for neither. */
        void over(@Nullable Throwable failure);
    }

    /** A call that is made. {@link #over} is told what its caller gets. */
    interface Leaving extends Served {
        /** Returns what goes with it; at most 64 KiB. */
        byte[] ids();
    }
}
