package io.keelson.tx;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.spi.transaction.TransactionId;
import io.keelson.tx.Decisions.Awaiting;
import io.keelson.tx.Decisions.Decision;
import io.keelson.tx.Decisions.Prepared;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class FileDecisionsTest {
    private static final int TRANSACTIONS = 100_000;
    private static final int LASTING = 50;

    private final AtomicInteger prepared = new AtomicInteger();
    private final AtomicInteger over = new AtomicInteger();

    /** What recovery finds in neither it rolls back, though another thread has just decided it. */
    @Test
    @Timeout(120)
    void aTransactionThatIsDecidedMeanwhileIsSeenAsOneOrTheOther() throws Exception {
        FileDecisions log = FileDecisions.open(new NoDisk(), "one", Tenure.UNLIMITED);
        CompletableFuture<Boolean> deciding = CompletableFuture.supplyAsync(() -> decideAll(log));
        while (!deciding.isDone()) {
            int last = prepared.get();
            FileDecisions.Kept kept = log.kept();
            TransactionId id = log.ids("one").id(last);
            boolean seen = kept.open().stream().anyMatch(each -> each.id().equals(id))
                    || kept.awaiting().stream().anyMatch(each -> each.id().equals(id));
            assertThat(seen || last == 0 || last <= over.get())
                    .as("transaction %d", last)
                    .isTrue();
        }
        assertThat(deciding.get()).isTrue();
    }

    private boolean decideAll(FileDecisions log) {
        try {
            for (int number = 1; number <= TRANSACTIONS; number++) {
                TransactionId id = log.ids("one").id(number);
                List<Prepared> branches = List.of(new Prepared("store", new BranchXid(id, new byte[] {1})));
                log.awaiting(new Awaiting(id, SuperiorXid.of(id), branches));
                prepared.set(number);
                log.commit(new Decision(id, branches));
                if (number > LASTING) {
                    over.set(number - LASTING);
                    log.over(log.ids("one").id(over.get()));
                }
            }
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Keeps what a log begins with only, so that it is fast. */
    private static final class NoDisk implements LogFile {
        private byte[] content = new byte[0];

        @Override
        public byte[] read() {
            return content.clone();
        }

        @Override
        public void write(long offset, ByteBuffer bytes) {}

        @Override
        public void force() {}

        @Override
        public void truncate(long length) {}

        @Override
        public void replace(byte[] next) {
            content = next.clone();
        }

        @Override
        public Condition condition() {
            return Condition.SOUND;
        }

        @Override
        public void close() {}
    }
}
