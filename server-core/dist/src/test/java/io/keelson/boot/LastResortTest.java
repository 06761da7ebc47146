package io.keelson.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LastResortTest {
    private final List<Integer> halts = new ArrayList<>();
    private final LastResort resort = new LastResort(halts::add);

    /** The thread that took the connections of a server's cluster ended so, and the server ran on without it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "keelson.cluster.io: TcpServer.Acceptor[7103]-1",
                "keelson.leases",
                "ExecuteThread: '0' for queue: 'keelson.socket.Muxer'",
                "DynamicListenThread[Default]"
            })
    void aServerThatLosesAThreadOfItsOwnForWantOfMemoryEnds(String name) {
        resort.uncaughtException(named(name), new OutOfMemoryError("Java heap space"));
        assertThat(halts).containsExactly(4);
    }

    @Test
    void alsoWhereThereIsNoMemoryToSayIt() {
        Thread unlucky = named("keelson.leases");
        OutOfMemoryError error = new OutOfMemoryError("Java heap space") {
            private static final long serialVersionUID = 1L;

            @Override
            public String toString() {
                throw new OutOfMemoryError("again");
            }
        };
        try {
            resort.uncaughtException(unlucky, error);
        } catch (OutOfMemoryError e) {
            assertThat(e).hasMessage("again");
        }
        assertThat(halts).containsExactly(4);
    }

    @Test
    void whetherToEndIsFoundWithoutMemory() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Thread own = named("DynamicListenThread[Default]");
        OutOfMemoryError error = new OutOfMemoryError("Java heap space");
        int crippled = 0;
        long before = 0;
        for (int i = 0; i < 20; i++) {
            // The first rounds are those in which classes are loaded and the measurement itself still takes something.
            if (i == 10) {
                before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            }
            crippled += LastResort.cripples(own, error) ? 1 : 0;
        }
        long taken = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
        assertThat(crippled).isEqualTo(20);
        assertThat(taken).isZero();
    }

    @Test
    void threadsOfApplicationsEndNoServer() {
        resort.uncaughtException(named("shop-import-1"), new OutOfMemoryError("Java heap space"));
        assertThat(halts).isEmpty();
    }

    @Test
    void norDoOtherErrors() {
        resort.uncaughtException(named("keelson.stage"), new IllegalStateException("a fault"));
        resort.uncaughtException(named("keelson.stage"), new NoClassDefFoundError("a/Fault"));
        assertThat(halts).isEmpty();
    }

    private static Thread named(String name) {
        return new Thread(() -> {}, name);
    }
}
