package io.keelson.muxer;

import org.junit.jupiter.api.Tag;

/** A muxer that nobody has who did not ask for it; the contracts of the muxer itself run on it in each build. */
@Tag("soak")
final class UringNettySuiteIT extends NettySuiteContractTest {
    @Override
    Muxer.Kind kind() {
        return Muxer.Kind.IO_URING;
    }
}
