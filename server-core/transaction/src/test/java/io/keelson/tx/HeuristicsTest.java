package io.keelson.tx;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.spi.transaction.TransactionId;
import io.keelson.tx.Heuristics.Heuristic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Heuristic outcomes over restarts of the server: each time another object on the same file. */
class HeuristicsTest {
    private static final TransactionId ONE = new TransactionId(new byte[] {1, 2, 3});
    private static final TransactionId OTHER = new TransactionId(new byte[] {-1});

    @TempDir
    Path directory;

    private Path file() {
        return directory.resolve("transactions/heuristic-outcomes");
    }

    private Heuristics started() {
        return new Heuristics(new HandTicker(), file());
    }

    @Test
    void outcomesAreThereAfterARestartUntilTheyAreForgotten() {
        BranchXid branch = BranchXid.of(ONE, 7, "jdbc/orders");
        Heuristics first = started();
        assertThat(first.all()).isEmpty();
        first.add(ONE, "jdbc/orders", branch, "XA_HEURRB:\ta line\nand another, %41 \u00e9");
        first.add(ONE, "a resource without XA", null, "");
        first.add(OTHER, "jdbc/other", BranchXid.of(OTHER, 1, "jdbc/other"), "mixed");

        Heuristics second = started();
        assertThat(second.all()).isEqualTo(first.all());
        assertThat(second.all().get(0).xid()).isEqualTo(branch);
        assertThat(second.forget(ONE)).hasSize(2);

        Heuristics third = started();
        assertThat(third.all()).extracting(Heuristic::transaction).containsExactly(OTHER);
        assertThat(third.forget(OTHER)).hasSize(1);
        assertThat(started().all()).isEmpty();
    }

    @Test
    void onlyTheNewestThousandAreKept() {
        Heuristics first = started();
        for (int i = 0; i < 1005; i++) {
            first.add(ONE, "r" + i, null, "mixed");
        }
        List<Heuristic> kept = started().all();
        assertThat(kept).hasSize(1000);
        assertThat(kept.get(0).resource()).isEqualTo("r5");
    }

    @Test
    void aDamagedLineLosesNoOther() throws Exception {
        started().add(ONE, "jdbc/orders", null, "mixed");
        Files.writeString(file(), "zz\tx\t-\tnever\ty\nshort\n", StandardOpenOption.APPEND);

        assertThat(started().all()).extracting(Heuristic::resource).containsExactly("jdbc/orders");
    }

    @Test
    void aFileThatIsNoneKeepsNobodyFromStarting() throws Exception {
        Files.createDirectories(directory.resolve("transactions"));
        Files.write(file(), new byte[] {(byte) 0xff, 0, 1});

        assertThat(started().all()).isEmpty();
    }

    @Test
    void whatCannotBeWrittenStaysInMemory() throws Exception {
        Files.writeString(directory.resolve("transactions"), "a file where the directory should be");
        Heuristics outcomes = started();
        outcomes.add(ONE, "jdbc/orders", null, "mixed");

        assertThat(outcomes.all()).hasSize(1);
    }
}
