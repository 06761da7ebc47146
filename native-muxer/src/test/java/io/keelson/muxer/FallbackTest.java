package io.keelson.muxer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.ExtLogRecord;
import org.junit.jupiter.api.Test;

/** Which muxer is opened, and what is said when it is not the one that was asked for. */
class FallbackTest {
    private static final MuxerSettings NATIVE = new MuxerSettings("test.fallback.Muxer", true, 1);

    @Test
    void opensTheNativeOneWhereItLoads() {
        try (Muxer muxer = Muxers.open(NATIVE)) {
            assertThat(muxer.kind()).isEqualTo(Muxer.Kind.NATIVE);
        }
    }

    @Test
    void opensTheJavaOneWhereTheNativeOneIsNotWanted() {
        List<String> said = said(() -> {
            try (Muxer muxer = Muxers.open(new MuxerSettings("test.fallback.Muxer", false, 1))) {
                assertThat(muxer.kind()).isEqualTo(Muxer.Kind.JAVA);
            }
        });
        assertThat(said).isEmpty();
    }

    @Test
    void saysWhyAndOpensTheJavaOneWhereTheNativeOneDoesNotLoad() {
        List<String> said = said(() -> {
            Error broken = new ExceptionInInitializerError(new UnsatisfiedLinkError("no libc here"));
            try (Muxer muxer = Muxers.open(NATIVE, () -> {
                throw broken;
            })) {
                assertThat(muxer.kind()).isEqualTo(Muxer.Kind.JAVA);
            }
        });
        assertThat(said).singleElement().asString().contains("KLS-000438").contains("no libc here");
    }

    private static List<String> said(Runnable action) {
        List<String> messages = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                messages.add(record instanceof ExtLogRecord ext ? ext.getFormattedMessage() : record.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("io.keelson.muxer");
        logger.addHandler(handler);
        try {
            action.run();
        } finally {
            logger.removeHandler(handler);
        }
        return messages;
    }
}
