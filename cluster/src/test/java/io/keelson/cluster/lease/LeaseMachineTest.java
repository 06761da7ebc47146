package io.keelson.cluster.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.spi.lease.LeaseLoss;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The machine alone: a table stands for the log, and time is what the test says. */
class LeaseMachineTest {
    private static final Owner A = new Owner("a", 1, "m", 10, 100);
    private static final Owner B = new Owner("b", 2, "m", 11, 100);
    private static final long FIRST_OF_B = (B.life() << 20) + 1;
    private static final LeaseTiming TIMING = new LeaseTiming(5_000);

    private final LeaseTable table = new LeaseTable();
    private final LeaseMachine a = new LeaseMachine(A, TIMING, Set.of("a", "b", "c"));
    private final LeaseMachine b = new LeaseMachine(B, TIMING, Set.of("a", "b", "c"));
    private long millis = 1_000_000;

    @Test
    void aLeaderThatWantsANameProposesIt() {
        lead(a);

        List<LeaseAction> actions = step(a, new LeaseEvent.Claimed("timer"));

        assertThat(actions).containsExactly(new LeaseAction.Propose(1, new LeaseCommand.Acquire("timer", A, 0, 5_000)));
    }

    @Test
    void whoDoesNotLeadAsksTheLeader() {
        step(b, new LeaseEvent.Leadership(false, "a"));

        List<LeaseAction> actions = step(b, new LeaseEvent.Claimed("timer"));

        assertThat(actions)
                .containsExactly(new LeaseAction.Send(
                        "a", new LeaseMessage.Request(FIRST_OF_B, new LeaseCommand.Acquire("timer", B, 0, 5_000))));
    }

    @Test
    void whoKnowsNoLeaderAsksOneAfterTheOther() {
        step(b, new LeaseEvent.Claimed("timer"));
        List<String> asked = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            for (LeaseAction action : step(b, new LeaseEvent.Tick())) {
                if (action instanceof LeaseAction.Send send) {
                    asked.add(send.to());
                }
            }
            millis += 100;
        }

        assertThat(asked).contains("a", "c").doesNotContain("b");
    }

    @Test
    void aGrantCountsFromBeforeTheQuestion() {
        step(b, new LeaseEvent.Leadership(false, "a"));
        step(b, new LeaseEvent.Claimed("timer"));
        Moment asked = now();
        millis += 3_000;

        List<LeaseAction> actions = step(b, reply(FIRST_OF_B, granted(B, 1)));

        assertThat(actions).containsExactly(new LeaseAction.Grant("timer", 1, LeaseTerm.of(asked, 5_000)));
    }

    /** Seen while leaders changed: granted after most of its time, it was lost 0.6 s later, before the next renewal was due. */
    @Test
    void aGrantThatHasTakenLongIsRenewedAtOnce() {
        step(b, new LeaseEvent.Leadership(false, "a"));
        step(b, new LeaseEvent.Claimed("timer"));
        for (int i = 0; i < 30; i++) {
            millis += 100;
            step(b, new LeaseEvent.Tick());
        }
        assertThat(step(b, reply(FIRST_OF_B, granted(B, 1)))).anyMatch(action -> action instanceof LeaseAction.Grant);
        millis += 100;

        assertThat(commands(step(b, new LeaseEvent.Tick())))
                .contains(new LeaseCommand.Renew(B, List.of(new LeaseCommand.Grant("timer", 1))));
    }

    /** As when the leader has just handed the lead over. */
    @Test
    void aReleaseThatWasPutToTheWrongVoterIsPutToTheRightOneWithTheNextTick() {
        step(b, new LeaseEvent.Leadership(false, "a"));
        step(b, new LeaseEvent.Claimed("timer"));
        step(b, reply(FIRST_OF_B, granted(B, 1)));
        List<LeaseAction> first = step(b, new LeaseEvent.Unclaimed("timer"));
        LeaseAction.Send asked = (LeaseAction.Send) first.get(0);
        long number = ((LeaseMessage.Request) asked.message()).number();
        step(b, new LeaseEvent.Delivered("a", new LeaseMessage.Undecided(number, "c")));
        millis += 100;

        List<LeaseAction> again = step(b, new LeaseEvent.Tick());

        assertThat(commands(again)).containsExactly(new LeaseCommand.Release("timer", B, 1));
        assertThat(((LeaseAction.Send) again.get(0)).to()).isEqualTo("c");
    }

    /** Seen at an orderly stop: who had asked before, and was refused, waited for its next turn to ask. */
    @Test
    void aNameThatBecomesFreeIsAskedForAtOnceAlsoByWhoKnewItsEpoch() {
        LeaseRow owned = new LeaseRow("timer", 3, 0, A, 5_000);
        step(b, new LeaseEvent.Leadership(false, "a"));
        step(b, changed(owned));
        step(b, new LeaseEvent.Claimed("timer"));
        step(b, reply(FIRST_OF_B, new LeaseResult.Refused(owned)));

        List<LeaseAction> actions = step(b, changed(owned.free()));

        assertThat(commands(actions)).containsExactly(new LeaseCommand.Acquire("timer", B, 3, 5_000));
    }

    /** Seen at an orderly stop: the leader tells everybody before it answers, and the log warned of a loss. */
    @Test
    void whatIsGivenBackIsReleasedAlsoWhenTheNewsComeBeforeTheAnswer() {
        step(b, new LeaseEvent.Leadership(false, "a"));
        step(b, new LeaseEvent.Claimed("timer"));
        step(b, reply(FIRST_OF_B, granted(B, 1)));
        step(b, new LeaseEvent.Unclaimed("timer"));

        List<LeaseAction> actions = step(
                b,
                new LeaseEvent.Delivered(
                        "a", new LeaseMessage.Changed(List.of(new LeaseRow("timer", 1, 1, null, 5_000)))));

        assertThat(actions)
                .containsExactly(new LeaseAction.Lose("timer", 1, LeaseLoss.RELEASED), new LeaseAction.Gone("timer"));
    }

    @Test
    void aGrantThatComesTooLateIsGivenBack() {
        step(b, new LeaseEvent.Leadership(false, "a"));
        step(b, new LeaseEvent.Claimed("timer"));
        millis += 4_900;

        List<LeaseAction> actions = step(b, reply(FIRST_OF_B, granted(B, 1)));

        assertThat(actions).noneMatch(action -> action instanceof LeaseAction.Grant);
        assertThat(commands(actions)).containsExactly(new LeaseCommand.Release("timer", B, 1));
    }

    @Test
    void anOwnerThatIsNotAnsweredLosesByItsOwnClock() {
        own();
        millis += 4_700;
        assertThat(step(b, new LeaseEvent.Tick())).noneMatch(action -> action instanceof LeaseAction.Lose);
        millis += 100;

        assertThat(step(b, new LeaseEvent.Tick())).contains(new LeaseAction.Lose("timer", 1, LeaseLoss.EXPIRED));
    }

    @Test
    void aJumpOfTheClockLosesAtOnce() {
        own();
        Moment jumped = new Moment(millis * 1_000_000 + 100_000_000, millis + 5_000);

        assertThat(b.step(new LeaseEvent.Tick(), jumped))
                .contains(new LeaseAction.Lose("timer", 1, LeaseLoss.CLOCK_JUMP));
    }

    @Test
    void renewsThreeTimesInADurationAndCountsFromEachQuestion() {
        own();
        millis += 1_700;
        List<LeaseAction> actions = step(b, new LeaseEvent.Tick());
        assertThat(commands(actions))
                .containsExactly(new LeaseCommand.Renew(B, List.of(new LeaseCommand.Grant("timer", 1))));
        Moment asked = now();
        millis += 1_000;

        List<LeaseAction> renewed =
                step(b, reply(number(actions), new LeaseResult.Renewed(List.of(new Stamp("timer", 1, 1)))));

        assertThat(renewed).containsExactly(new LeaseAction.Extend("timer", 1, LeaseTerm.of(asked, 5_000)));
    }

    @Test
    void aLateAnswerDoesNotShortenALaterOne() {
        own();
        millis += 1_700;
        long first = number(step(b, new LeaseEvent.Tick()));
        millis += 600;
        long second = number(step(b, new LeaseEvent.Tick()));
        LeaseResult kept = new LeaseResult.Renewed(List.of(new Stamp("timer", 1, 2)));
        step(b, reply(second, kept));

        assertThat(second).isGreaterThan(first);
        assertThat(step(b, reply(first, kept))).isEmpty();
    }

    @Test
    void anAnswerAfterTheEndBringsNothingBack() {
        own();
        millis += 4_000;
        long number = number(step(b, new LeaseEvent.Tick()));
        millis += 900; // over, though no tick has said so yet

        List<LeaseAction> actions = step(b, reply(number, new LeaseResult.Renewed(List.of(new Stamp("timer", 1, 1)))));

        assertThat(actions).noneMatch(action -> action instanceof LeaseAction.Extend);
    }

    @Test
    void whatTheLogDoesNotHoldAnyMoreIsRevoked() {
        own();
        millis += 1_700;
        long number = number(step(b, new LeaseEvent.Tick()));

        assertThat(step(b, reply(number, new LeaseResult.Renewed(List.of()))))
                .contains(new LeaseAction.Lose("timer", 1, LeaseLoss.REVOKED));
    }

    @Test
    void newsThatAnotherHasItRevokes() {
        own();

        assertThat(step(b, changed(new LeaseRow("timer", 2, 0, A, 5_000))))
                .contains(new LeaseAction.Lose("timer", 1, LeaseLoss.REVOKED));
    }

    @Test
    void newsThatANameIsFreeIsAnsweredAtOnce() {
        step(b, new LeaseEvent.Leadership(false, "a"));
        step(b, new LeaseEvent.Claimed("timer"));
        step(b, reply(FIRST_OF_B, new LeaseResult.Refused(new LeaseRow("timer", 4, 9, A, 5_000))));

        List<LeaseAction> actions = step(b, changed(new LeaseRow("timer", 4, 10, null, 5_000)));

        assertThat(commands(actions)).containsExactly(new LeaseCommand.Acquire("timer", B, 4, 5_000));
    }

    @Test
    void aLeaseLostByTheClockIsNotTakenUpAgainButGivenBackFirst() {
        own();
        millis += 4_800;
        List<LeaseAction> actions = step(b, new LeaseEvent.Tick());
        millis += 200;
        actions = step(b, new LeaseEvent.Tick());
        long number = number(actions);
        assertThat(commands(actions)).containsExactly(new LeaseCommand.Acquire("timer", B, 1, 5_000));

        List<LeaseAction> next = step(b, reply(number, new LeaseResult.Refused(new LeaseRow("timer", 1, 3, B, 5_000))));
        assertThat(commands(next)).containsExactly(new LeaseCommand.Release("timer", B, 1));
        List<LeaseAction> last =
                step(b, reply(number(next), new LeaseResult.Released(new LeaseRow("timer", 1, 4, null, 5_000))));

        assertThat(commands(last)).containsExactly(new LeaseCommand.Acquire("timer", B, 1, 5_000));
    }

    /** Found by the simulation: the answer to the first question comes when the grant is being given back already. */
    @Test
    void aGrantThatIsBeingGivenBackIsNotTaken() {
        step(b, new LeaseEvent.Leadership(false, "a"));
        step(b, new LeaseEvent.Claimed("timer"));
        step(b, changed(new LeaseRow("timer", 1, 0, B, 5_000)));
        millis += 600;
        long second = number(step(b, new LeaseEvent.Tick()));
        List<LeaseAction> givenBack =
                step(b, reply(second, new LeaseResult.Refused(new LeaseRow("timer", 1, 0, B, 5_000))));
        assertThat(commands(givenBack)).containsExactly(new LeaseCommand.Release("timer", B, 1));

        assertThat(step(b, reply(FIRST_OF_B, granted(B, 1)))).noneMatch(action -> action instanceof LeaseAction.Grant);
    }

    @Test
    void aReleaseIsOverWhenItIsDecided() {
        own();
        List<LeaseAction> actions = step(b, new LeaseEvent.Unclaimed("timer"));
        assertThat(commands(actions)).containsExactly(new LeaseCommand.Release("timer", B, 1));

        List<LeaseAction> over =
                step(b, reply(number(actions), new LeaseResult.Released(new LeaseRow("timer", 1, 1, null, 5_000))));

        assertThat(over)
                .containsExactly(new LeaseAction.Lose("timer", 1, LeaseLoss.RELEASED), new LeaseAction.Gone("timer"));
    }

    @Test
    void aReleaseThatNobodyAnswersIsOverWithTheLease() {
        own();
        step(b, new LeaseEvent.Unclaimed("timer"));
        millis += 4_800;

        assertThat(step(b, new LeaseEvent.Tick())).contains(new LeaseAction.Gone("timer"));
    }

    @Test
    void alowerEpochThanWasSeenIsRefusedAndReported() {
        step(b, new LeaseEvent.Leadership(false, "a"));
        step(b, changed(new LeaseRow("timer", 7, 0, null, 5_000)));
        List<LeaseAction> actions = step(b, new LeaseEvent.Claimed("timer"));

        List<LeaseAction> refused =
                step(b, reply(number(actions), new LeaseResult.Refused(new LeaseRow("timer", 2, 0, null, 5_000))));

        assertThat(refused).containsExactly(new LeaseAction.RefuseEpoch("timer", 2, 7));
    }

    @Test
    void aLeaderWaitsTheWholeDurationSinceItSawTheRow() {
        lead(a);
        apply(a, new LeaseCommand.Acquire("timer", B, 0, 5_000));
        millis += 4_999;
        assertThat(proposals(step(a, new LeaseEvent.Tick()))).isEmpty();
        millis += 1;

        assertThat(proposals(step(a, new LeaseEvent.Tick())))
                .containsExactly(new LeaseCommand.Expire(List.of(new Stamp("timer", 1, 0))));
    }

    @Test
    void aRenewalStartsTheWaitAnew() {
        lead(a);
        apply(a, new LeaseCommand.Acquire("timer", B, 0, 5_000));
        millis += 3_000;
        apply(a, new LeaseCommand.Renew(B, List.of(new LeaseCommand.Grant("timer", 1))));
        millis += 4_000;

        assertThat(proposals(step(a, new LeaseEvent.Tick()))).isEmpty();
    }

    @Test
    void aNewLeaderGoesOnWithTheWaitsThatItBeganAsAFollower() {
        apply(a, new LeaseCommand.Acquire("timer", B, 0, 5_000));
        millis += 4_000;
        lead(a);
        millis += 999;
        assertThat(proposals(step(a, new LeaseEvent.Tick()))).isEmpty();
        millis += 1;

        assertThat(proposals(step(a, new LeaseEvent.Tick())))
                .containsExactly(new LeaseCommand.Expire(List.of(new Stamp("timer", 1, 0))));
    }

    /**
     * Seen: two of three voters began anew, as their leader was gone, and the name was owned a whole duration later than it could have
     * been.
     */
    @Test
    void aVoterThatAppliesItsLogAgainGoesOnWithItsWaits() {
        LeaseRow granted = new LeaseRow("timer", 1, 0, B, 5_000);
        apply(a, new LeaseCommand.Acquire("timer", B, 0, 5_000));
        apply(a, new LeaseCommand.Renew(B, List.of(new LeaseCommand.Grant("timer", 1))));
        millis += 2_000;
        step(a, new LeaseEvent.Restored(List.of()));
        step(a, new LeaseEvent.Applied(List.of(granted)));
        step(a, new LeaseEvent.Restored(List.of(granted)));
        step(a, new LeaseEvent.Applied(List.of(granted.renewed())));
        lead(a);
        millis += 2_999;
        assertThat(proposals(step(a, new LeaseEvent.Tick()))).isEmpty();
        millis += 1;

        assertThat(proposals(step(a, new LeaseEvent.Tick())))
                .containsExactly(new LeaseCommand.Expire(List.of(new Stamp("timer", 1, 1))));
    }

    @Test
    void aVoterThatAppliesItsLogAgainWaitsAnewForWhatItHasNotSeen() {
        LeaseRow granted = new LeaseRow("timer", 1, 0, B, 5_000);
        apply(a, new LeaseCommand.Acquire("timer", B, 0, 5_000));
        millis += 4_000;
        step(a, new LeaseEvent.Restored(List.of()));
        step(a, new LeaseEvent.Applied(List.of(granted)));
        step(a, new LeaseEvent.Applied(List.of(granted.renewed())));
        lead(a);
        millis += 4_999;

        assertThat(proposals(step(a, new LeaseEvent.Tick()))).isEmpty();
    }

    @Test
    void aNewLeaderThatHasNotSeenTheLastRenewalEndsNothing() {
        apply(a, new LeaseCommand.Acquire("timer", B, 0, 5_000));
        table.apply(new LeaseCommand.Renew(B, List.of(new LeaseCommand.Grant("timer", 1))));
        millis += 5_000;
        lead(a);

        List<LeaseCommand> proposed = proposals(step(a, new LeaseEvent.Tick()));
        assertThat(proposed).hasSize(1);
        table.apply(proposed.get(0));
        assertThat(table.rows())
                .singleElement()
                .satisfies(row -> assertThat(row.ownedBy(B)).isTrue());
    }

    @Test
    void whoLeadsAgainProposesAgainWhatItProposedBefore() {
        lead(a);
        apply(a, new LeaseCommand.Acquire("timer", B, 0, 5_000));
        millis += 5_000;
        assertThat(proposals(step(a, new LeaseEvent.Tick()))).hasSize(1);
        step(a, new LeaseEvent.Leadership(false, "b"));
        lead(a);

        assertThat(proposals(step(a, new LeaseEvent.Tick()))).hasSize(1);
    }

    @Test
    void proofOfDeathCutsTheWaitShort() {
        lead(a);
        apply(a, new LeaseCommand.Acquire("timer", B, 0, 5_000));
        assertThat(step(a, new LeaseEvent.Tick())).contains(new LeaseAction.Prove(B));

        assertThat(proposals(step(a, new LeaseEvent.ProvenDead(B))))
                .containsExactly(new LeaseCommand.Expire(List.of(new Stamp("timer", 1, 0))));
    }

    @Test
    void aLostConnectionIsNoProof() {
        lead(a);
        apply(a, new LeaseCommand.Acquire("timer", B, 0, 5_000));

        assertThat(proposals(step(a, new LeaseEvent.Lost("b")))).isEmpty();
        assertThat(proposals(step(a, new LeaseEvent.Tick()))).isEmpty();
    }

    @Test
    void aServerOnTheOwnersMachineTellsTheLeaderOfItsDeath() {
        step(b, new LeaseEvent.Leadership(false, "c"));
        Owner dead = new Owner("a", 1, "m", 10, 100);
        step(b, changedBy("c", new LeaseRow("timer", 1, 0, dead, 5_000)));
        step(b, new LeaseEvent.Lost("a"));
        assertThat(step(b, new LeaseEvent.Tick())).contains(new LeaseAction.Prove(dead));

        assertThat(step(b, new LeaseEvent.ProvenDead(dead)))
                .containsExactly(new LeaseAction.Send("c", new LeaseMessage.Died(dead)));
    }

    @Test
    void nobodyAsksInAnothersNameOrEndsAnothersLease() {
        lead(a);
        List<LeaseCommand> wrong = List.of(
                new LeaseCommand.Acquire("timer", A, 0, 5_000),
                new LeaseCommand.Acquire("timer", B, 0, 1_999),
                new LeaseCommand.Acquire("timer", B, 0, 60_001),
                new LeaseCommand.Acquire("", B, 0, 5_000),
                new LeaseCommand.Acquire("x".repeat(257), B, 0, 5_000),
                new LeaseCommand.Renew(A, List.of()),
                new LeaseCommand.Release("timer", A, 1),
                new LeaseCommand.Expire(List.of(new Stamp("timer", 1, 0))));

        for (LeaseCommand command : wrong) {
            assertThat(step(a, new LeaseEvent.Delivered("b", new LeaseMessage.Request(1, command))))
                    .as("%s", command)
                    .isEmpty();
        }
    }

    @Test
    void whoDoesNotLeadSaysWhoDoes() {
        step(a, new LeaseEvent.Leadership(false, "c"));

        assertThat(step(
                        a,
                        new LeaseEvent.Delivered(
                                "b", new LeaseMessage.Request(9, new LeaseCommand.Release("timer", B, 1)))))
                .containsExactly(new LeaseAction.Send("b", new LeaseMessage.Undecided(9, "c")));
    }

    private void own() {
        step(b, new LeaseEvent.Leadership(false, "a"));
        step(b, new LeaseEvent.Tick()); // nothing to renew yet: the next renewal is a third of a duration away
        step(b, new LeaseEvent.Claimed("timer"));
        step(b, reply(FIRST_OF_B, granted(B, 1)));
    }

    private void lead(LeaseMachine machine) {
        step(machine, new LeaseEvent.Leadership(true, "a"));
    }

    private void apply(LeaseMachine machine, LeaseCommand command) {
        LeaseResult result = table.apply(command);
        assertThat(result).isNotNull();
        step(machine, new LeaseEvent.Applied(List.copyOf(table.rows())));
    }

    private List<LeaseAction> step(LeaseMachine machine, LeaseEvent event) {
        return machine.step(event, now());
    }

    private Moment now() {
        return new Moment(millis * 1_000_000, millis);
    }

    private static LeaseResult granted(Owner owner, long epoch) {
        return new LeaseResult.Granted(new LeaseRow("timer", epoch, 0, owner, 5_000));
    }

    private static LeaseEvent reply(long number, LeaseResult result) {
        return new LeaseEvent.Delivered("a", new LeaseMessage.Reply(number, result));
    }

    private static LeaseEvent changed(LeaseRow row) {
        return changedBy("a", row);
    }

    private static LeaseEvent changedBy(String leader, LeaseRow row) {
        return new LeaseEvent.Delivered(leader, new LeaseMessage.Changed(List.of(row)));
    }

    private static List<LeaseCommand> proposals(List<LeaseAction> actions) {
        List<LeaseCommand> commands = new ArrayList<>();
        for (LeaseAction action : actions) {
            if (action instanceof LeaseAction.Propose propose) {
                commands.add(propose.command());
            }
        }
        return commands;
    }

    private static List<LeaseCommand> commands(List<LeaseAction> actions) {
        List<LeaseCommand> commands = new ArrayList<>();
        for (LeaseAction action : actions) {
            if (action instanceof LeaseAction.Send send && send.message() instanceof LeaseMessage.Request request) {
                commands.add(request.command());
            }
        }
        return commands;
    }

    private static long number(List<LeaseAction> actions) {
        for (LeaseAction action : actions) {
            if (action instanceof LeaseAction.Send send && send.message() instanceof LeaseMessage.Request request) {
                return request.number();
            }
        }
        throw new AssertionError("nothing was asked: " + actions);
    }
}
