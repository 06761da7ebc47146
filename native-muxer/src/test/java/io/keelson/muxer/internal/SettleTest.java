package io.keelson.muxer.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThatCode;

import io.netty.channel.IoHandlerContext;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Operations of a handle that is closed: what they bring is written down, and nobody else hears of it. */
class SettleTest {
    private static final IoHandlerContext CONTEXT = new IoHandlerContext() {
        @Override
        public boolean canBlock() {
            return false;
        }

        @Override
        public long delayNanos(long now) {
            return 0;
        }

        @Override
        public long deadlineNanos() {
            return -1;
        }
    };

    private UringIoHandler loop;
    private final List<Handle> told = new ArrayList<>();

    @BeforeEach
    void open() throws SystemCallException {
        // Where the kernel refuses io_uring FallbackTest holds what happens instead.
        assumeThatCode(UringProbe::run).doesNotThrowAnyException();
        loop = new UringIoHandler(ImmediateEventExecutor.INSTANCE);
        loop.initialize();
    }

    @AfterEach
    void destroy() {
        if (loop != null) {
            loop.destroy();
        }
    }

    /** Two are ready in one batch; the one that is told first closes the other, whose place a third one gets. */
    @Test
    void aCompletionForAClosedHandleDoesNotReachItsSuccessor() throws SystemCallException {
        Handle[] pair = {new Handle(false), new Handle(false)};
        List<Handle> successors = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int other = 1 - i;
            pair[i].onReact = () -> {
                pair[other].close();
                successors.add(successor());
            };
            pair[i].registration.awaitRoom();
        }
        loop.run(CONTEXT);
        assertThat(told).hasSize(1);
        Handle closed = told.get(0) == pair[0] ? pair[1] : pair[0];
        Handle successor = successors.get(0);
        assertThat(successor.registration.index()).isEqualTo(closed.registration.index());
        assertThat(closed.completions).isEqualTo(1);
        assertThat(successor.completions).isZero();

        successor.registration.awaitRoom();
        loop.run(CONTEXT);
        assertThat(told).hasSize(2).endsWith(successor);
        told.get(0).close();
        successor.close();
    }

    /** What would never complete by itself is ended, and until then the descriptor stays open. */
    @Test
    void endsOperationsThatNothingElseWouldEnd() throws SystemCallException {
        for (int i = 0; i < 1000; i++) {
            Handle waiting = new Handle(true);
            waiting.registration.awaitRoom();
            if (i % 2 == 0) {
                loop.run(CONTEXT);
            }
            assertThat(waiting.completions).isZero();
            waiting.close();
            assertThat(waiting.completions).isEqualTo(1);
        }
        loop.run(CONTEXT);
        assertThat(told).isEmpty();
    }

    private Handle successor() {
        try {
            return new Handle(false);
        } catch (SystemCallException e) {
            throw new AssertionError(e);
        }
    }

    /** An eventfd, which has room for what is written to it, or none. */
    private final class Handle implements UringHandle {
        private final int fd;
        private final UringRegistration registration;
        private boolean open = true;
        private int completions;
        private Runnable onReact = () -> {};

        Handle(boolean full) throws SystemCallException {
            fd = Linux.C.eventfd(0, Linux.EFD_CLOEXEC_NONBLOCK);
            if (full) {
                Scratch most = Scratch.ofThread();
                most.value().putLong(0, -2);
                assertThat(Linux.C.write(fd, most.valueAddress(), Long.BYTES)).isEqualTo(Long.BYTES);
            }
            registration = (UringRegistration) loop.register(this);
        }

        @Override
        public int fd() {
            return fd;
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public void begin() {}

        @Override
        public void completed(int operation, int result, int flags) {
            assertThat(open).isTrue();
            completions++;
        }

        @Override
        public void react(int operation) {
            told.add(this);
            onReact.run();
        }

        @Override
        public void deliver() {}

        @Override
        public void tighten() {}

        @Override
        public void ready(int events) {
            throw new AssertionError("an io_uring loop tells completions");
        }

        @Override
        public void close() {
            if (open) {
                registration.cancel();
                assertThat(registration.pending()).isZero();
                open = false;
                Linux.C.close(fd);
            }
        }
    }
}
