package io.keelson.cluster.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LeaseTableTest {
    private static final Owner A = new Owner("a", 1, "m", 10, 100);
    private static final Owner B = new Owner("b", 2, "m", 11, 100);

    private final LeaseTable table = new LeaseTable();

    @Test
    void grantsAFreeNameWithTheNextEpoch() {
        assertThat(acquire(A, 0)).isEqualTo(new LeaseResult.Granted(new LeaseRow("timer", 1, 0, A, 5_000)));
    }

    @Test
    void refusesANameThatAnotherHas() {
        acquire(A, 0);

        assertThat(acquire(B, 0)).isInstanceOf(LeaseResult.Refused.class);
        assertThat(acquire(B, 1)).isInstanceOf(LeaseResult.Refused.class);
    }

    @Test
    void aQuestionThatIsDecidedTwiceIsGrantedOnceAndRenewed() {
        acquire(A, 0);

        assertThat(acquire(A, 0)).isEqualTo(new LeaseResult.Granted(new LeaseRow("timer", 1, 1, A, 5_000)));
    }

    @Test
    void aLateDuplicateDoesNotTakeBackWhatWasReleased() {
        acquire(A, 0);
        table.apply(new LeaseCommand.Release("timer", A, 1));

        assertThat(acquire(A, 0)).isInstanceOf(LeaseResult.Refused.class);
        assertThat(table.row("timer").owner()).isNull();
    }

    @Test
    void epochsGrowOverEveryKindOfEnd() {
        acquire(A, 0);
        table.apply(new LeaseCommand.Release("timer", A, 1));
        acquire(B, 1);
        table.apply(new LeaseCommand.Expire(List.of(table.row("timer").stamp())));

        assertThat(acquire(A, 2)).isEqualTo(new LeaseResult.Granted(new LeaseRow("timer", 3, 0, A, 5_000)));
    }

    @Test
    void anEndThatWasProposedBeforeARenewalDoesNothing() {
        acquire(A, 0);
        Stamp seen = table.row("timer").stamp();
        table.apply(new LeaseCommand.Renew(A, List.of(new LeaseCommand.Grant("timer", 1))));

        assertThat(table.apply(new LeaseCommand.Expire(List.of(seen)))).isEqualTo(new LeaseResult.Expired(List.of()));
        assertThat(table.row("timer").owner()).isEqualTo(A);
    }

    @Test
    void renewsOnlyWhatIsStillTheAskers() {
        acquire(A, 0);
        table.apply(new LeaseCommand.Acquire("poller", B, 0, 5_000));

        LeaseResult result = table.apply(new LeaseCommand.Renew(
                A,
                List.of(
                        new LeaseCommand.Grant("timer", 1),
                        new LeaseCommand.Grant("poller", 1),
                        new LeaseCommand.Grant("none", 1))));

        assertThat(result).isEqualTo(new LeaseResult.Renewed(List.of(new Stamp("timer", 1, 1))));
    }

    @Test
    void oneLifeDoesNotReleaseWhatALaterOneHas() {
        Owner later = new Owner("a", 7, "m", 99, 300);
        acquire(later, 0);

        table.apply(new LeaseCommand.Release("timer", A, 1));

        assertThat(table.row("timer").owner()).isEqualTo(later);
    }

    @Test
    void refusesMoreNamesThanItMayHold() {
        for (int i = 0; i < LeaseTable.MOST_NAMES; i++) {
            table.apply(new LeaseCommand.Acquire("n" + i, A, 0, 5_000));
        }

        assertThat(acquire(A, 0)).isEqualTo(new LeaseResult.Full("timer"));
    }

    private LeaseResult acquire(Owner owner, long after) {
        return table.apply(new LeaseCommand.Acquire("timer", owner, after, 5_000));
    }
}
