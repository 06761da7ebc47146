package io.keelson.muxer;

import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import jnr.ffi.annotations.LongLong;

/**
 * Puts a filter before io_uring_setup, which answers with the error number that is the argument, asks for the muxer on
 * io_uring and says what it got.
 */
final class RefusedMain {
    private static final int PR_SET_NO_NEW_PRIVS = 38;
    private static final int PR_SET_SECCOMP = 22;
    private static final int SECCOMP_MODE_FILTER = 2;
    private static final int IO_URING_SETUP = 425;

    private RefusedMain() {}

    /** Public because JNR-FFI implements it. */
    public interface Control {
        int prctl(int option, @LongLong long first, @LongLong long second, @LongLong long third, @LongLong long fourth);
    }

    public static void main(String[] arguments) throws Exception {
        refuse(Integer.parseInt(arguments[0]));
        try (TestServer server = TestServer.echo(Muxer.Kind.IO_URING);
                Socket socket = server.connect()) {
            socket.getOutputStream().write(7);
            System.out.println("opened " + server.muxer.kind() + ", echoed "
                    + socket.getInputStream().read());
        }
    }

    private static void refuse(int errno) {
        Control control = LibraryLoader.create(Control.class).load("c");
        ByteBuffer filter = ByteBuffer.allocateDirect(32).order(ByteOrder.nativeOrder());
        // Load the number of the call; if it is not the one, jump over the refusal.
        instruction(filter, 0x20, 0, 0);
        instruction(filter, 0x15, 1, IO_URING_SETUP);
        instruction(filter, 0x06, 0, 0x50000 | errno);
        instruction(filter, 0x06, 0, 0x7fff0000);
        Runtime runtime = Runtime.getRuntime(control);
        ByteBuffer program = ByteBuffer.allocateDirect(16).order(ByteOrder.nativeOrder());
        program.putShort(0, (short) 4)
                .putLong(8, Pointer.wrap(runtime, filter.clear()).address());
        if (control.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
                || control.prctl(
                                PR_SET_SECCOMP,
                                SECCOMP_MODE_FILTER,
                                Pointer.wrap(runtime, program).address(),
                                0,
                                0)
                        != 0) {
            throw new IllegalStateException("no filter: error " + runtime.getLastError());
        }
    }

    private static void instruction(ByteBuffer to, int code, int otherwise, int operand) {
        to.putShort((short) code).put((byte) 0).put((byte) otherwise).putInt(operand);
    }
}
