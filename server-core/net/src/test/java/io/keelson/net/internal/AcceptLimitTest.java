package io.keelson.net.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.time.Ticker;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AcceptLimitTest {
    private static final Logger LOGGER = Logger.getLogger("io.keelson.net");

    private final List<String> logged = new ArrayList<>();
    private final Ticks ticker = new Ticks();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord logRecord) {
            logged.add(logRecord.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    private static final class Ticks implements Ticker {
        private long nanos = Long.MAX_VALUE - 1_000_000_000L;

        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public long currentTimeMillis() {
            return 0;
        }
    }

    @BeforeEach
    void listen() {
        LOGGER.addHandler(handler);
    }

    @AfterEach
    void listenNoMore() {
        LOGGER.removeHandler(handler);
    }

    @Test
    void saysEveryTenSecondsThatAcceptingFailsAndLeavesThePauseToTheBootstrap() {
        EmbeddedChannel listener = new EmbeddedChannel(new AcceptLimit("c", 2, DescriptorReserve.none(), ticker));
        for (int i = 0; i < 3; i++) {
            listener.pipeline().fireExceptionCaught(new IOException("accept"));
            assertThatThrownBy(listener::checkException).hasMessage("accept");
        }
        assertThat(logged).singleElement().asString().contains("KLS-002616");
        ticker.nanos += TimeUnit.SECONDS.toNanos(11);
        listener.pipeline().fireExceptionCaught(new IOException("accept"));
        assertThatThrownBy(listener::checkException).hasMessage("accept");
        assertThat(logged).hasSize(2);
    }

    @Test
    void stopsAtTheLimitSaysSoOnceAndGoesOn() {
        EmbeddedChannel listener = new EmbeddedChannel(new AcceptLimit("c", 2, DescriptorReserve.none(), ticker));
        EmbeddedChannel one = new EmbeddedChannel();
        EmbeddedChannel two = new EmbeddedChannel();
        EmbeddedChannel three = new EmbeddedChannel();
        listener.writeInbound(one);
        assertThat(listener.config().isAutoRead()).isTrue();
        listener.writeInbound(two, three);
        assertThat(listener.config().isAutoRead()).isFalse();
        assertThat(three.isOpen()).isFalse();
        assertThat(logged).singleElement().asString().contains("KLS-002615");
        one.close();
        listener.runPendingTasks();
        assertThat(listener.config().isAutoRead()).isTrue();
    }

    @Test
    void goesOnWhereTheLimitIsRaised() {
        AcceptLimit limit = new AcceptLimit("c", 1, DescriptorReserve.none(), ticker);
        EmbeddedChannel listener = new EmbeddedChannel(limit);
        listener.writeInbound(new EmbeddedChannel());
        assertThat(listener.config().isAutoRead()).isFalse();
        assertThat(limit.open()).isEqualTo(1);
        limit.most(3);
        listener.runPendingTasks();
        assertThat(listener.config().isAutoRead()).isTrue();
        EmbeddedChannel last = new EmbeddedChannel();
        listener.writeInbound(new EmbeddedChannel(), last);
        assertThat(listener.config().isAutoRead()).isFalse();
        last.close();
        assertThat(limit.open()).isEqualTo(2);
        assertThat(limit.accepted()).isEqualTo(3);
    }

    @Test
    void stopsWhereTheLimitIsLoweredBelowWhatIsOpen() {
        AcceptLimit limit = new AcceptLimit("c", 3, DescriptorReserve.none(), ticker);
        EmbeddedChannel listener = new EmbeddedChannel(limit);
        EmbeddedChannel one = new EmbeddedChannel();
        EmbeddedChannel two = new EmbeddedChannel();
        listener.writeInbound(one, two);
        limit.most(1);
        EmbeddedChannel three = new EmbeddedChannel();
        listener.writeInbound(three);
        assertThat(three.isOpen()).isFalse();
        assertThat(listener.config().isAutoRead()).isFalse();
        one.close();
        listener.runPendingTasks();
        assertThat(listener.config().isAutoRead()).isFalse();
        two.close();
        listener.runPendingTasks();
        assertThat(listener.config().isAutoRead()).isTrue();
    }

    @Test
    void keepsTheLastDescriptorsAndGoesOnWhenThereAreMore() {
        AtomicLong open = new AtomicLong(60);
        DescriptorReserve reserve = new DescriptorReserve(100, open::get);
        EmbeddedChannel listener = new EmbeddedChannel(new AcceptLimit("c", 1000, reserve, ticker));
        assertThat(reserve.reserve())
                .as("half of what was free, as that is less than the usual")
                .isEqualTo(20);
        int accepted = 0;
        while (listener.config().isAutoRead() && accepted < 100) {
            open.incrementAndGet();
            accepted++;
            listener.writeInbound(new EmbeddedChannel());
        }
        assertThat(accepted).isEqualTo(20);
        assertThat(logged).singleElement().asString().contains("KLS-002617", "20", "100");

        open.set(90);
        look(listener);
        assertThat(listener.config().isAutoRead()).isFalse();
        open.set(-1); // not even the directory can be read
        look(listener);
        assertThat(listener.config().isAutoRead()).isFalse();
        open.set(70);
        look(listener);
        assertThat(listener.config().isAutoRead()).isTrue();
        assertThat(logged).hasSize(1);
    }

    private static void look(EmbeddedChannel listener) {
        listener.advanceTimeBy(1, TimeUnit.SECONDS);
        listener.runScheduledPendingTasks();
    }
}
