package io.keelson.remoting.iiop;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.remoting.iiop.KeptCallers.Outcome;
import io.keelson.remoting.spi.RemoteCaller;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Callers of a connection. */
class KeptCallersTest {
    private static final RemoteCaller ANN = new RemoteCaller(() -> "ann", Set.of("clerk"));
    private static final RemoteCaller BOB = new RemoteCaller(() -> "bob", Set.of());

    private final KeptCallers kept = new KeptCallers();

    @Test
    void aNumberStandsForItsCallerUntilItIsDiscarded() {
        assertThat(kept.find(1, false)).isEmpty();
        assertThat(kept.keep(1, ANN)).isEqualTo(Outcome.KEPT);
        assertThat(kept.keep(-1, RemoteCaller.ANONYMOUS)).isEqualTo(Outcome.KEPT);
        assertThat(kept.find(1, false)).contains(ANN);
        assertThat(kept.find(-1, false)).contains(RemoteCaller.ANONYMOUS);
        assertThat(kept.find(1, true)).contains(ANN);
        assertThat(kept.find(1, false)).isEmpty();
    }

    @Test
    void anotherUserDoesNotTakeANumber() {
        assertThat(kept.keep(1, ANN)).isEqualTo(Outcome.KEPT);
        assertThat(kept.keep(1, BOB)).isEqualTo(Outcome.CONFLICT);
        assertThat(kept.keep(1, RemoteCaller.ANONYMOUS)).isEqualTo(Outcome.CONFLICT);
        assertThat(kept.find(1, false)).contains(ANN);
        RemoteCaller promoted = new RemoteCaller(() -> "ann", Set.of("clerk", "chief"));
        assertThat(kept.keep(1, promoted)).isEqualTo(Outcome.KEPT);
        assertThat(kept.find(1, false)).contains(promoted);
    }

    @Test
    void soManyAreKeptAndNoneAfterTheEnd() {
        for (int i = 0; i < KeptCallers.MOST; i++) {
            assertThat(kept.keep(i, ANN)).isEqualTo(Outcome.KEPT);
        }
        assertThat(kept.keep(KeptCallers.MOST, ANN)).isEqualTo(Outcome.FULL);
        assertThat(kept.find(KeptCallers.MOST, false)).isEmpty();
        assertThat(kept.keep(0, ANN)).isEqualTo(Outcome.KEPT);
        assertThat(kept.find(0, true)).isPresent();
        assertThat(kept.keep(KeptCallers.MOST, ANN)).isEqualTo(Outcome.KEPT);
        kept.close();
        assertThat(kept.find(1, false)).isEmpty();
        assertThat(kept.keep(1, ANN)).isEqualTo(Outcome.FULL);
    }
}
