package io.keelson.muxer;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.muxer.internal.NativeIo;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.ExtLogRecord;
import org.junit.jupiter.api.Test;

/** Tests which muxer is opened, and what is said when it is not the one that was asked for. */
class FallbackTest {
    private static final MuxerSettings NATIVE = new MuxerSettings("test.fallback.Muxer", Muxer.Kind.NATIVE, 1);
    private static final MuxerSettings IO_URING = new MuxerSettings("test.fallback.Muxer", Muxer.Kind.IO_URING, 1);

    @Test
    void opensTheNativeOneWhereItLoads() {
        try (Muxer muxer = Muxers.open(NATIVE)) {
            assertThat(muxer.kind()).isEqualTo(Muxer.Kind.NATIVE);
        }
    }

    @Test
    void opensTheJavaOneWhereTheNativeOneIsNotWanted() {
        List<String> said = said(() -> {
            try (Muxer muxer = Muxers.open(new MuxerSettings("test.fallback.Muxer", Muxer.Kind.JAVA, 1))) {
                assertThat(muxer.kind()).isEqualTo(Muxer.Kind.JAVA);
            }
        });
        assertThat(said).isEmpty();
    }

    @Test
    void saysWhyAndOpensTheJavaOneWhereTheNativeOneDoesNotLoad() {
        List<String> said = said(() -> {
            Error broken = new ExceptionInInitializerError(new UnsatisfiedLinkError("no libc here"));
            try (Muxer muxer = Muxers.open(NATIVE, io -> {
                throw broken;
            })) {
                assertThat(muxer.kind()).isEqualTo(Muxer.Kind.JAVA);
            }
        });
        assertThat(said).singleElement().asString().contains("KLS-000438").contains("no libc here");
    }

    @Test
    void opensTheOneOnIoUringWhereTheKernelPermitsAndSaysWhyWhereNot() {
        List<Muxer.Kind> opened = new ArrayList<>();
        List<String> said = said(() -> {
            try (Muxer muxer = Muxers.open(IO_URING)) {
                opened.add(muxer.kind());
            }
        });
        if (TestServer.kernelRefusesIoUring()) {
            assertThat(opened).containsExactly(Muxer.Kind.NATIVE);
            assertThat(said).singleElement().asString().contains("KLS-000404");
        } else {
            assertThat(opened).containsExactly(Muxer.Kind.IO_URING);
            assertThat(said).isEmpty();
        }
    }

    @Test
    void saysWhyAndOpensTheNextBestWhereIoUringIsRefused() {
        List<String> said = said(() -> {
            try (Muxer muxer = Muxers.open(IO_URING, io -> {
                if (io == NativeIo.IO_URING) {
                    throw new UnsupportedOperationException("not this kernel");
                }
            })) {
                assertThat(muxer.kind()).isEqualTo(Muxer.Kind.NATIVE);
            }
        });
        assertThat(said).singleElement().asString().contains("KLS-000404").contains("not this kernel");
    }

    @Test
    void opensTheJavaOneWhereNeitherNativeOneLoads() {
        List<String> said = said(() -> {
            try (Muxer muxer = Muxers.open(IO_URING, io -> {
                throw new UnsatisfiedLinkError("no libc here");
            })) {
                assertThat(muxer.kind()).isEqualTo(Muxer.Kind.JAVA);
            }
        });
        assertThat(said).hasSize(2);
        assertThat(said.get(0)).contains("KLS-000404").contains("no libc here");
        assertThat(said.get(1)).contains("KLS-000438").contains("no libc here");
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
