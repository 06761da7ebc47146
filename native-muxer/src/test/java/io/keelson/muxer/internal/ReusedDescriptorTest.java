package io.keelson.muxer.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoRegistration;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An event that was reported for a descriptor which has been closed since, and whose number is another's now. */
class ReusedDescriptorTest {
    private final IoHandlerContext context = new IoHandlerContext() {
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

    @Test
    void anEventForAClosedDescriptorDoesNotReachItsSuccessor() throws Exception {
        EpollIoHandler loop = new EpollIoHandler(ImmediateEventExecutor.INSTANCE);
        try {
            // Another thread of this JVM may take the number first: then it is tried again.
            boolean reused = false;
            for (int i = 0; i < 1000 && !reused; i++) {
                reused = successorIsLeftAlone(loop);
            }
            assertThat(reused).as("a number was used again").isTrue();
        } finally {
            loop.destroy();
        }
    }

    /** Both handles are ready in one batch; the one that is told first closes the other and opens a successor. */
    private boolean successorIsLeftAlone(EpollIoHandler loop) throws Exception {
        List<Handle> told = new ArrayList<>();
        List<Handle> successors = new ArrayList<>();
        Handle[] pair = new Handle[2];
        for (int i = 0; i < 2; i++) {
            int self = i;
            pair[i] = new Handle();
            pair[i].onReady = () -> {
                told.add(pair[self]);
                pair[1 - self].close();
                Handle successor = new Handle();
                successor.onReady = () -> told.add(successor);
                successor.register(loop);
                successors.add(successor);
            };
            ((EpollRegistration) pair[i].register(loop)).watch();
        }
        loop.run(context);
        Handle successor = successors.get(0);
        boolean reused = successor.fd() == pair[0].fd() || successor.fd() == pair[1].fd();
        assertThat(told).hasSize(1).doesNotContain(successor);
        ((EpollRegistration) successor.registration).watch();
        loop.run(context);
        assertThat(told).hasSize(2).contains(successor);
        for (Handle handle : List.of(pair[0], pair[1], successor)) {
            handle.registration.cancel();
            handle.close();
        }
        return reused;
    }

    /** An eventfd, which is ready to be written as soon as it is watched. */
    private static final class Handle implements ReadyHandle {
        private final int fd = Linux.C.eventfd(0, Linux.EFD_CLOEXEC_NONBLOCK);
        private boolean open = true;
        private Runnable onReady = () -> {};
        private IoRegistration registration;

        IoRegistration register(EpollIoHandler loop) {
            registration = loop.register(this);
            return registration;
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
        public void ready(int events) {
            onReady.run();
        }

        @Override
        public void close() {
            if (open) {
                open = false;
                Linux.C.close(fd);
            }
        }
    }
}
