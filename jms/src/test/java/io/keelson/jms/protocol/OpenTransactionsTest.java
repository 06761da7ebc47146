package io.keelson.jms.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OpenTransactionsTest {
    private final OpenTransactions<Integer> transactions = new OpenTransactions<>(10_000);

    @Test
    void aNameIsTakenUntilItsTransactionEnds() {
        assertThat(transactions.begin(1)).isTrue();
        assertThat(transactions.begin(2)).isTrue();
        assertThat(transactions.begin(1)).isFalse();
        Transaction open = transactions.get(1);
        assertThat(transactions.end(1)).isSameAs(open);
        assertThat(transactions.end(1)).isNull();
        assertThat(transactions.get(1)).isNull();
        assertThat(transactions.begin(1)).isTrue();
        assertThat(transactions.get(1)).isNotSameAs(open);
    }

    @Test
    void thereAreNotTooMany() {
        for (int i = 0; i < OpenTransactions.MOST; i++) {
            assertThat(transactions.mayBegin()).isTrue();
            assertThat(transactions.begin(i)).isTrue();
        }
        assertThat(transactions.mayBegin()).isFalse();
        assertThat(transactions.end(7)).isNotNull();
        assertThat(transactions.mayBegin()).isTrue();
    }

    @Test
    void theyShareTheRoomOfTheConnection() {
        transactions.begin(1);
        transactions.begin(2);
        Transaction first = transactions.get(1);
        assertThat(transactions.hasRoom(10_000)).isTrue();
        first.sends(null, 6_000);
        assertThat(transactions.hasRoom(4_000)).isFalse();
        assertThat(transactions.hasRoom(3_000)).isTrue();
    }

    @Test
    void whatIsRefusedIsNotConsumed() {
        transactions.begin(1);
        Transaction first = transactions.get(1);
        first.takes(5);
        first.refuses(6);
        assertThat(first.commit(10).acknowledged()).containsExactly(5);
        assertThat(first.refused()).containsExactly(6);
    }
}
