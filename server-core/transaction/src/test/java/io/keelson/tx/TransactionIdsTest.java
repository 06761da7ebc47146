package io.keelson.tx;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.spi.transaction.TransactionId;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TransactionIdsTest {
    @Test
    void anIdIsShownWithTheDigitsOfItsLogAlsoWhereTheyBeginWithZeros() {
        UUID log = UUID.fromString("00a1b2c3-0000-4000-8000-000000000001");
        TransactionIds ids = new TransactionIds(log, 3, "Server1");
        assertThat(TransactionIds.shown(ids.id(12))).isEqualTo("00a1b2c3-3-12");
        assertThat(TransactionIds.shown(new TransactionId(new byte[] {1, 2}))).doesNotContain("-3-");
    }

    @Test
    void anIdSaysWhoseItIs() {
        UUID log = UUID.randomUUID();
        assertThat(TransactionIds.Parts.of(new TransactionIds(log, 3, "Server1").id(12)))
                .isEqualTo(new TransactionIds.Parts(log, 3, 12, "Server1"));
        assertThat(TransactionIds.Parts.of(new TransactionId(new byte[] {1, 2})))
                .isNull();
    }
}
