package io.keelson.muxer.internal;

import java.net.SocketException;

/**
 * A system call failed on a socket. Without a stack trace: what matters is the call and the reason, and a peer that
 * resets its connections should not make the server walk stacks.
 */
final class SystemCallException extends SocketException {
    private static final long serialVersionUID = 1;

    private final int errno;

    SystemCallException(String call, int errno) {
        super(call + ": " + Linux.C.strerror(errno));
        this.errno = errno;
    }

    int errno() {
        return errno;
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
