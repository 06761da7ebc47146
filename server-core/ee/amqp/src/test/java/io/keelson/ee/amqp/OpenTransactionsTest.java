package io.keelson.ee.amqp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OpenTransactionsTest {
    private final OpenTransactions transactions = new OpenTransactions(10_000);

    @Test
    void eachHasANumberOfItsOwnUntilItIsDischarged() {
        int first = transactions.declare();
        int second = transactions.declare();
        assertThat(second).isNotEqualTo(first);
        Transaction open = transactions.get(first);
        assertThat(transactions.discharge(first)).isSameAs(open);
        assertThat(transactions.discharge(first)).isNull();
        assertThat(transactions.get(first)).isNull();
        assertThat(transactions.declare()).isGreaterThan(second);
    }

    @Test
    void thereAreNotTooMany() {
        int last = 0;
        for (int i = 0; i < OpenTransactions.MOST; i++) {
            last = transactions.declare();
        }
        assertThat(last).isPositive();
        assertThat(transactions.declare()).isZero();
        assertThat(transactions.discharge(last)).isNotNull();
        assertThat(transactions.declare()).isPositive();
    }

    @Test
    void theyShareTheRoomOfTheConnection() {
        Transaction first = transactions.get(transactions.declare());
        int unused = transactions.declare();
        assertThat(transactions.hasRoom(10_000)).isTrue();
        first.sends(null, 6_000);
        assertThat(transactions.hasRoom(4_000)).isFalse();
        assertThat(transactions.hasRoom(3_000)).isTrue();
    }
}
