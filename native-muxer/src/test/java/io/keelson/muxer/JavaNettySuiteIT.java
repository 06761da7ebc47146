package io.keelson.muxer;

import org.junit.jupiter.api.Tag;

/** Its channels are Netty's own, of which Netty runs this suite; the contracts of the muxer and of net run on it in each build. */
@Tag("soak")
final class JavaNettySuiteIT extends NettySuiteContractTest {
    @Override
    Muxer.Kind kind() {
        return Muxer.Kind.JAVA;
    }
}
