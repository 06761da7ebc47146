package io.keelson.muxer.internal;

import io.netty.util.concurrent.ImmediateEventExecutor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tries whether the kernel permits what the muxer on io_uring does. */
final class UringProbe {
    private static final Path SYSCTL = Path.of("/proc/sys/kernel/io_uring_disabled");
    private static final int[] OPERATIONS = {UringAbi.OP_POLL_ADD, UringAbi.OP_ASYNC_CANCEL, UringAbi.OP_RECV};
    private static final int MOST_OPERATIONS = 256;
    private static final int PROBE_HEADER = 16;
    private static final int PROBE_ENTRY = 8;
    private static final int PROBE_FLAGS = 2;
    private static final int PROBE_SUPPORTED = 1;

    private UringProbe() {}

    static void run() throws SystemCallException {
        UringIoHandler handler;
        try {
            handler = new UringIoHandler(ImmediateEventExecutor.INSTANCE);
        } catch (SystemCallException e) {
            throw explained(e);
        }
        try {
            handler.initialize();
            handler.prepareToReceive();
            requireOperations(handler.ring());
        } finally {
            handler.destroy();
        }
    }

    private static void requireOperations(Ring ring) throws SystemCallException {
        ByteBuffer probe = Linux.memory(PROBE_HEADER + MOST_OPERATIONS * PROBE_ENTRY);
        ring.register(UringAbi.REGISTER_PROBE, Linux.address(probe), MOST_OPERATIONS);
        for (int operation : OPERATIONS) {
            if ((probe.getShort(PROBE_HEADER + operation * PROBE_ENTRY + PROBE_FLAGS) & PROBE_SUPPORTED) == 0) {
                throw new UnsupportedOperationException("io_uring of this kernel lacks operation " + operation);
            }
        }
    }

    /** The error number with what it means here. */
    private static RuntimeException explained(SystemCallException refused) {
        String why = switch (refused.errno()) {
            case Linux.ENOSYS -> "the kernel, or what filters its calls, has no io_uring";
            case Linux.EPERM, Linux.EACCES -> "refused by " + (disabled() ? SYSCTL : "a filter of system calls");
            case Linux.EINVAL -> "Linux 6.1 or newer is needed";
            default -> "";
        };
        return new UnsupportedOperationException(refused.getMessage() + (why.isEmpty() ? "" : ": " + why));
    }

    private static boolean disabled() {
        try {
            return !Files.readString(SYSCTL).startsWith("0");
        } catch (IOException e) {
            return false;
        }
    }
}
