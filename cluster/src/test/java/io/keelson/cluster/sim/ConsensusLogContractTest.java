package io.keelson.cluster.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests what the log under the leases must do, and what engines of this kind have been seen to do instead; simulated time. See
 * docs/adr/0009-microraft.md.
 */
class ConsensusLogContractTest {
    private EngineErrors errors;

    @BeforeEach
    void listen() {
        errors = new EngineErrors();
    }

    @AfterEach
    void nothingWentWrongInside() {
        errors.close();
        assertThat(errors.take()).isEmpty();
    }

    @Test
    void whatIsDecidedIsAppliedEverywhereInOneOrder() {
        LogCluster cluster = new LogCluster(1, 3, 1_000);
        for (int i = 0; i < 50; i++) {
            cluster.write("w" + i);
        }
        cluster.run(1);

        cluster.nodes.values().forEach(n -> assertThat(n.applied).hasSize(50).startsWith("w0", "w1"));
    }

    @Test
    void aDeadLeaderIsReplacedWithinASecond() {
        for (long seed = 0; seed < 50; seed++) {
            LogCluster cluster = new LogCluster(seed, 3, 1_000);
            cluster.write("before");
            cluster.leader().crash();
            double begin = cluster.world.now();
            cluster.write("after");

            assertThat((cluster.world.now() - begin) / World.SECOND)
                    .as("seed %d", seed)
                    .isLessThan(1.5);
        }
    }

    /** Seen of MicroRaft 0.7: a voter that starts asks for a pre-vote, and when it then hears a leader it never asks again. */
    @Test
    void votersThatWereStartedAgainNoticeAsSoonThatTheirLeaderIsDead() {
        double longest = 0;
        for (long seed = 0; seed < 50; seed++) {
            LogCluster cluster = new LogCluster(seed, 3, 1_000);
            cluster.write("before");
            for (LogCluster.Node follower : cluster.followers()) {
                follower.crash();
                follower.start();
                cluster.run(1);
            }
            cluster.write("with all");
            cluster.run(1);
            cluster.leader().crash();
            double begin = cluster.world.now();
            cluster.write("after");
            longest = Math.max(longest, (cluster.world.now() - begin) / World.SECOND);
        }
        System.out.println("a dead leader among voters that were started again is replaced within " + longest + " s");
        assertThat(longest).isLessThan(1.2);
    }

    @Test
    void aWriteWithoutAMajorityIsNeverAcknowledged() {
        LogCluster cluster = new LogCluster(2, 3, 1_000);
        cluster.write("before");
        LogCluster.Node leader = cluster.leader();
        cluster.followers().forEach(LogCluster.Node::pause);
        LogCluster.Write write = leader.write("minority");
        LogCluster.Write read = leader.read();
        cluster.run(20);

        assertThat(write.succeeded()).isFalse();
        assertThat(read.succeeded()).isFalse();
    }

    /** Seen of another engine: a read made a write visible that no majority had. */
    @Test
    void aReadDoesNotMakeAWriteWithoutAMajorityVisible() {
        for (long seed = 0; seed < 20; seed++) {
            LogCluster cluster = new LogCluster(seed, 3, 1_000);
            cluster.write("before");
            LogCluster.Node cutOff = cluster.leader();
            cluster.isolate(cutOff);
            cutOff.write("minority");
            LogCluster.Write read = cutOff.read();
            cluster.run(0.05);
            LogCluster.Write second = cutOff.read();
            cluster.run(5);

            assertThat(read.succeeded()).isFalse();
            assertThat(second.succeeded()).isFalse();
            assertThat(cutOff.applied).containsExactly("before");
        }
    }

    @Test
    void aLeaderThatStoodStillAnswersNothingOld() {
        for (long seed = 0; seed < 40; seed++) {
            LogCluster cluster = new LogCluster(seed, 3, 1_000);
            cluster.write("old");
            LogCluster.Node stopped = cluster.leader();
            stopped.pause();
            LogCluster.Write asked = stopped.read();
            cluster.run(2.5 + seed % 5 * 0.5);
            cluster.write("new");
            stopped.resume();
            LogCluster.Write atOnce = stopped.read();
            cluster.run(0.2);
            LogCluster.Write later = stopped.read();
            cluster.run(2);

            for (LogCluster.Write read : List.of(asked, atOnce, later)) {
                assertThat(read.succeeded() && !read.answer.contains("new"))
                        .as("a stale answer %s with seed %d", read.answer, seed)
                        .isFalse();
            }
        }
    }

    @Test
    void nothingAcknowledgedIsLostWhenOneOrAllAreRestarted() {
        for (int snapshotEvery : new int[] {7, 1_000}) {
            LogCluster cluster = new LogCluster(3, 3, snapshotEvery);
            for (int i = 0; i < 30; i++) {
                cluster.write("w" + i);
            }
            LogCluster.Node one = cluster.followers().get(0);
            one.crash();
            cluster.write("w30");
            one.start();
            cluster.until("the restarted one has all", 5, () -> one.applied.size() == 31);

            cluster.nodes.values().forEach(LogCluster.Node::crash);
            cluster.nodes.values().forEach(LogCluster.Node::start);
            cluster.write("w31");
            cluster.run(1);

            cluster.nodes
                    .values()
                    .forEach(n -> assertThat(n.applied).hasSize(32).endsWith("w30", "w31"));
        }
    }

    @Test
    void oneThatIsFarBehindGetsASnapshot() {
        LogCluster cluster = new LogCluster(4, 3, 10);
        cluster.write("first");
        LogCluster.Node behind = cluster.followers().get(0);
        cluster.isolate(behind);
        for (int i = 0; i < 100; i++) {
            cluster.write("w" + i);
        }
        int restores = behind.restores;
        cluster.heal();
        cluster.until("it has all", 10, () -> behind.applied.size() == 101);

        assertThat(behind.restores).as("snapshots it was given").isGreaterThan(restores);
        behind.crash();
        behind.start();
        cluster.until("it has all after a restart", 10, () -> behind.applied.size() == 101);
    }

    /** Counts its own vote: with the voter that hears nobody else it would be a majority of three. */
    @Test
    void whoIsNoVoterIsNotElected() {
        for (long seed = 0; seed < 5; seed++) {
            LogCluster cluster = new LogCluster(seed, 3, 1_000);
            LogCluster.Node voter = cluster.node("v1");
            cluster.isolate(voter);
            LogCluster.Node none = cluster.add("v4");
            none.start();
            cluster.connect(none, cluster.node("v2"), false);
            cluster.connect(none, cluster.node("v3"), false);
            cluster.run(10);

            assertThat(none.leads || voter.leads).as("seed %d", seed).isFalse();
            assertThat(cluster.leader()).isNotSameAs(none).isNotSameAs(voter);
        }
    }

    @Test
    void anEmptyVoterJoinsAndVotes() {
        LogCluster cluster = new LogCluster(5, 3, 10);
        for (int i = 0; i < 30; i++) {
            cluster.write("w" + i);
        }
        LogCluster.Node fourth = cluster.add("v4");
        fourth.start();
        LogCluster.Write change = cluster.leader().change("v4", true);
        cluster.until("v4 votes", 5, () -> change.done);
        assertThat(change.failure).isNull();
        assertThat(change.answer).contains("v4");
        cluster.until("v4 has all", 5, () -> fourth.applied.size() == 30);

        cluster.node("v1").crash();
        cluster.run(2);
        cluster.write("three of four");
        cluster.until("v4 has it", 5, () -> fourth.applied.contains("three of four"));
    }

    /**
     * Seen of MicroRaft 0.7: two of four are enough for it to decide. Where a voter knows of a change from four to three that was not
     * decided, two others elect it, and the log forks.
     */
    @Test
    void fourVotersDecideByThree() {
        for (long seed = 0; seed < 20; seed++) {
            LogCluster cluster = new LogCluster(seed, 3, 1_000);
            cluster.write("before");
            LogCluster.Node fourth = cluster.add("v4");
            fourth.start();
            LogCluster.Write change = cluster.leader().change("v4", true);
            cluster.until("v4 votes", 5, change::succeeded);
            cluster.write("with four");
            LogCluster.Node leader = cluster.leader();
            List<LogCluster.Node> others = cluster.followers();
            cluster.isolate(others.get(1));
            cluster.isolate(others.get(2));
            LogCluster.Write write = leader.write("two of four");
            LogCluster.Write read = leader.read();
            cluster.run(5);

            assertThat(write.succeeded()).as("decided by two, seed %d", seed).isFalse();
            assertThat(read.succeeded()).as("read with two, seed %d", seed).isFalse();

            cluster.heal();
            cluster.isolate(others.get(2));
            cluster.write("three of four");
            LogCluster.Write later = cluster.leader().read();
            cluster.until("read with three", 5, later::succeeded);
            assertThat(later.answer).endsWith("three of four");
        }
    }

    /** A voter that is far behind is taken along, and nobody else waits for it longer than for a majority. */
    @Test
    void fourVotersOfWhomOneIsBehindGoOn() {
        for (long seed = 0; seed < 20; seed++) {
            LogCluster cluster = new LogCluster(seed, 3, 10);
            cluster.write("before");
            LogCluster.Node fourth = cluster.add("v4");
            fourth.start();
            LogCluster.Write change = cluster.leader().change("v4", true);
            cluster.until("v4 votes", 5, change::succeeded);
            LogCluster.Node behind = cluster.followers().get(1);
            behind.crash();
            for (int i = 0; i < 40; i++) {
                cluster.write("w" + i);
            }
            cluster.followers().stream()
                    .filter(n -> n != behind)
                    .findFirst()
                    .orElseThrow()
                    .crash();
            behind.start();
            cluster.write("with the one that was behind");
        }
    }

    /** Its leader finds out place by place how far an empty voter is, and has to lead all that time. */
    @Test
    void anEmptyVoterIsTakenAlongWhereItIsNeeded() {
        for (long seed = 0; seed < 5; seed++) {
            LogCluster cluster = new LogCluster(seed, 3, 5_000);
            for (int i = 0; i < 1_200; i++) {
                cluster.write("w" + i);
            }
            cluster.followers().get(0).crash();
            LogCluster.Node fourth = cluster.add("v4");
            fourth.start();
            LogCluster.Write ignored = cluster.leader().change("v4", true);
            cluster.until("v4 has all", 10, () -> fourth.applied.size() == 1_200);
            cluster.write("three of four");
        }
    }

    /** Seen of MicroRaft 0.7: one that comes back under its id stops for good where its log says that it was taken out. */
    @Test
    void aVoterFindsInItsLogThatItWasTakenOut() {
        LogCluster cluster = new LogCluster(8, 3, 1_000);
        cluster.write("before");
        LogCluster.Node out = cluster.followers().get(0);
        LogCluster.Write remove = cluster.leader().change(out.id, false);
        cluster.until("taken out", 5, remove::succeeded);
        assertThat(out.log.removed()).isFalse();
        LogCluster.Write back = cluster.leader().change(out.id, true);
        cluster.until("in again", 5, back::succeeded);

        cluster.until("it knows", 5, out.log::removed);
    }

    /** Seen of MicroRaft 0.7: where more is behind its removal than is decided yet it trips. */
    @Test
    void aVoterThatWasTakenOutGivesUpBeforeItTakesMore() {
        for (long seed = 0; seed < 5; seed++) {
            LogCluster cluster = new LogCluster(seed, 3, 1_000);
            cluster.write("before");
            LogCluster.Node leader = cluster.leader();
            LogCluster.Node out = cluster.followers().get(0);
            cluster.isolate(out);
            LogCluster.Write remove = leader.change(out.id, false);
            cluster.until("taken out", 5, remove::succeeded);
            LogCluster.Write back = leader.change(out.id, true);
            cluster.until("in again", 5, back::succeeded);
            cluster.heal();
            for (int i = 0; i < 1_000 && !out.log.removed(); i++) {
                leader.write("w" + i);
                cluster.run(0.001);
            }

            assertThat(out.log.removed()).as("seed %d", seed).isTrue();
            assertThat(out.log.established()).isTrue();
            assertThat(out.applied).containsExactly("before");
            cluster.write("after");
            out.crash();
            out.start();
            cluster.until("it knows again", 5, out.log::removed);
        }
    }

    /** As in a domain of one server to which two are added: their lists of first voters differ from its own. */
    @Test
    void aVoterThatIsAloneWorksAgainAfterARestartAndTakesOthersIn() {
        for (long seed = 0; seed < 20; seed++) {
            LogCluster cluster = new LogCluster(seed, 1, 10);
            for (int i = 0; i < 15; i++) {
                cluster.write("w" + i);
            }
            LogCluster.Node alone = cluster.node("v1");
            alone.crash();
            alone.start();
            cluster.write("again");
            List<String> three = List.of("v1", "v2", "v3");
            for (String id : List.of("v2~1", "v3~1")) {
                LogCluster.Node next = cluster.add(id, three);
                next.start();
                LogCluster.Write change = cluster.leader().change(id, true);
                cluster.until(id + " votes", 5, change::succeeded);
                cluster.until(id + " has all", 5, () -> next.applied.size() == 16);
            }
            cluster.nodes.values().forEach(LogCluster.Node::crash);
            cluster.nodes.values().forEach(LogCluster.Node::start);
            cluster.write("all again");
            alone.crash();
            cluster.write("without the first");

            assertThat(cluster.leader().log.voters())
                    .as("seed %d", seed)
                    .containsExactlyInAnyOrder("v1", "v2~1", "v3~1");
        }
    }

    /** Seen in the simulation: one of two had more entries, the other a later term, and neither voted for the other. */
    @Test
    void aLongerLogAndALaterTermFindEachOther() {
        for (long seed = 0; seed < 20; seed++) {
            LogCluster cluster = new LogCluster(seed, 3, 1_000);
            cluster.write("before");
            cluster.run(0.5);
            LogCluster.Node longer = cluster.leader();
            List<LogCluster.Node> others = cluster.followers();
            cluster.isolate(longer);
            longer.write("nobody else has it");
            LogCluster.Node later = candidateOf(cluster, others);
            later.crash(); // a candidate would go on asking for votes; one that begins again asks for pre-votes first
            later.start();
            others.stream().filter(n -> n != later).forEach(LogCluster.Node::crash);
            cluster.heal();
            cluster.until("seed " + seed + ": a leader of two", 10, () -> longer.leads || later.leads);
            LogCluster.Write write = (longer.leads ? longer : later).write("after");
            cluster.until("seed " + seed + ": something new decided", 5, write::succeeded);
        }
    }

    /** Lets two voters agree that there shall be an election, but cuts them off before one votes: it goes on from term to term. */
    private static LogCluster.Node candidateOf(LogCluster cluster, List<LogCluster.Node> two) {
        cluster.connect(two.get(0), two.get(1), true);
        long[] before = two.stream().mapToLong(n -> n.disk.size()).toArray();
        int candidate = -1;
        while (candidate < 0) {
            cluster.run(0.000_05); // shorter than any message is under way
            for (int i = 0; i < 2; i++) {
                candidate = two.get(i).disk.size() != before[i] ? i : candidate;
            }
        }
        cluster.connect(two.get(0), two.get(1), false);
        cluster.run(3);
        assertThat(two).noneMatch(n -> n.leads);
        return two.get(candidate);
    }

    @Test
    void theLeadIsHandedOverWithoutAWaitForAnElection() {
        for (long seed = 0; seed < 50; seed++) {
            LogCluster cluster = new LogCluster(seed, 3, 1_000);
            cluster.write("before");
            cluster.run(0.5);
            LogCluster.Node next = cluster.followers().get(0);
            LogCluster.Write hand = cluster.leader().handOver(next.id);
            double waited = cluster.until("the other leads", 2, () -> hand.done && next.leads);

            assertThat(hand.failure).as("seed %d", seed).isNull();
            assertThat(waited).as("seed %d", seed).isLessThan(0.05);
            cluster.write("after");
        }
    }

    @Test
    void aVoterWhoseLogIsLostIsReplacedUnderANewId() {
        LogCluster cluster = new LogCluster(6, 3, 10);
        for (int i = 0; i < 30; i++) {
            cluster.write("w" + i);
        }
        LogCluster.Node lost = cluster.followers().get(0);
        lost.crash();
        lost.disk.wipe();
        LogCluster.Node fresh = cluster.add("v9");
        fresh.start();
        LogCluster.Write remove = cluster.leader().change(lost.id, false);
        cluster.until("the lost one is out", 5, remove::succeeded);
        cluster.nodes.remove(lost.id);
        LogCluster.Write join = cluster.leader().change("v9", true);
        cluster.until("the new one is in", 5, join::succeeded);

        assertThat(join.answer).hasSize(3).contains("v9").doesNotContain(lost.id);
        cluster.until("it has all", 5, () -> fresh.applied.size() == 30);
    }

    @Test
    void aLeaderCanBeRemoved() {
        LogCluster cluster = new LogCluster(7, 5, 1_000);
        cluster.write("before");
        LogCluster.Node old = cluster.leader();
        LogCluster.Write change = old.change(old.id, false);
        cluster.until("removed", 5, () -> change.done);
        cluster.nodes.remove(old.id);
        cluster.run(1);
        cluster.write("after");

        assertThat(cluster.leader().log.voters()).hasSize(4).doesNotContain(old.id);
    }

    /** Seen of MicroRaft 0.7 with a store that throws: a follower acknowledges what it could not flush. */
    @Test
    void aVoterThatCannotWriteAcknowledgesNothingAndIsSilentForGood() {
        for (long seed = 0; seed < 20; seed++) {
            LogCluster cluster = new LogCluster(seed, 3, 1_000);
            cluster.write("before");
            LogCluster.Node leader = cluster.leader();
            LogCluster.Node dead = cluster.followers().get(0);
            LogCluster.Node full = cluster.followers().get(1);
            dead.crash();
            full.disk.breakDown();
            LogCluster.Write write = leader.write("nowhere but on the leader");
            cluster.until("it stops", 5, () -> full.halted != null);
            long sent = full.sent;
            cluster.run(10);

            assertThat(write.succeeded())
                    .as("acknowledged by a voter without a disk")
                    .isFalse();
            assertThat(full.sent).as("messages of a voter that has stopped").isEqualTo(sent);
            assertThat(full.halted).isInstanceOf(IOException.class).hasMessageContaining("no space left");
        }
    }

    /** Seen of another engine: with a full disk acknowledged entries were gone after a restart. */
    @Test
    void aLeaderThatCannotWriteLosesNothingThatWasAcknowledged() {
        for (long seed = 0; seed < 20; seed++) {
            LogCluster cluster = new LogCluster(seed, 3, 1_000);
            cluster.write("before");
            LogCluster.Node leader = cluster.leader();
            leader.disk.breakDown();
            LogCluster.Write write = leader.write("on its way");
            cluster.until("it stops", 5, () -> leader.halted != null);
            cluster.nodes.values().stream().filter(n -> n != leader).forEach(n -> {
                n.crash();
                n.start();
            });
            leader.crash();
            cluster.write("after");
            cluster.run(1);

            LogCluster.Node now = cluster.leader();
            assertThat(now.applied).startsWith("before").endsWith("after");
            assertThat(!write.succeeded() || now.applied.contains("on its way")).isTrue();
        }
    }

    /**
     * MicroRaft 0.7: a leader that took a snapshot, was cut off, and wrote entries right behind it, cannot be brought into
     * step by its successor. Later versions have a fix. It must come back nevertheless.
     */
    @Test
    void aVoterWithUndecidedEntriesRightBehindItsSnapshotComesBack() {
        int begunAnew = 0;
        for (boolean restarted : new boolean[] {false, true}) {
            for (long seed = 0; seed < 20; seed++) {
                LogCluster cluster = new LogCluster(seed, 3, 10);
                LogCluster.Node old = cluster.leader();
                while (old.applied.size() < 9 || cluster.world.now() < World.SECOND) {
                    cluster.write("w" + old.applied.size()); // the term's first entry makes ten: a snapshot
                }
                cluster.run(0.3);
                cluster.isolate(old);
                LogCluster.Write undecided = old.write("undecided");
                cluster.run(3);
                if (restarted) {
                    old.crash();
                    old.start();
                }
                int restores = old.restores;
                cluster.write("after");
                cluster.heal();
                cluster.until(
                        "the old leader is in step, seed " + seed + ", restarted " + restarted,
                        10,
                        () -> old.applied.contains("after"));

                begunAnew += old.restores > restores ? 1 : 0;
                assertThat(undecided.succeeded()).isFalse();
                assertThat(old.applied).doesNotContain("undecided");
            }
        }
        System.out.println("voters that had to begin anew: " + begunAnew + " of 40");
        assertThat(begunAnew).as("the case was met").isPositive();
    }

    /** MicroRaft 0.7 fails on a snapshot of a time before a change of voters that it has written and that was never decided. */
    @Test
    void aVoterWithAnUndecidedChangeOfVotersComesBack() {
        for (boolean behind : new boolean[] {false, true}) {
            for (long seed = 0; seed < 10; seed++) {
                LogCluster cluster = new LogCluster(seed, 3, 10);
                LogCluster.Node old = cluster.leader();
                for (int i = 0; i < 5; i++) {
                    cluster.write("w" + i);
                }
                cluster.run(0.3);
                cluster.isolate(old);
                for (int i = 0; behind && i < 20; i++) {
                    old.write("undecided"); // so that the change is behind what the others take a snapshot of first
                }
                LogCluster.Write change = old.change("v9", true);
                cluster.run(3);
                for (int i = 0; i < 100; i++) {
                    cluster.write("x" + i);
                }
                cluster.heal();
                cluster.until("it is in step, seed " + seed, 10, () -> old.applied.contains("x99"));

                assertThat(change.succeeded()).isFalse();
                assertThat(old.applied).hasSize(105).doesNotContain("undecided");
                assertThat(old.log.voters()).doesNotContain("v9");
                cluster.write("after");
            }
        }
    }

    /** MicroRaft 0.7 waits for the rest of a snapshot whose sender is dead, and takes no older one of the next leader. */
    @Test
    void aSnapshotWhoseSenderIsDeadKeepsNoOlderOneAway() {
        for (long seed = 0; seed < 20; seed++) {
            LogCluster cluster = new LogCluster(seed, 3, 10);
            LogCluster.Node old = cluster.leader();
            LogCluster.Node behind = cluster.followers().get(0);
            LogCluster.Node next = cluster.followers().get(1);
            cluster.isolate(behind);
            while (old.disk.size() == 0 || old.applied.size() < 98) {
                cluster.write("w" + old.applied.size()); // the term's first entry makes 99
            }
            cluster.run(0.3);
            long before = next.disk.size();
            LogCluster.Write last = old.write("last"); // which makes a snapshot
            while (next.disk.size() == before) {
                cluster.run(0.000_05); // shorter than any message is under way
            }
            cluster.cut(old, next); // so that it does not hear that this is decided
            boolean[] begun = new boolean[1];
            cluster.spy = (from, to, kind) -> {
                if (from.equals(behind.id) && kind == 5 && !begun[0]) {
                    begun[0] = true;
                    cluster.cut(old, behind);
                }
            };
            cluster.connect(old, behind, true);
            cluster.until("a snapshot is begun, seed " + seed, 5, () -> begun[0] && last.succeeded());
            old.crash();
            cluster.heal();
            cluster.until("the two go on, seed " + seed, 10, () -> next.leads && behind.applied.contains("last"));
            cluster.write("after");
        }
    }

    @Test
    void nothingAcknowledgedIsLostInAnySchedule() {
        long acknowledged = 0;
        long lost = 0;
        for (long seed = 0; seed < 150; seed++) {
            Set<String> acked = new HashSet<>();
            LogCluster cluster = new LogCluster(seed, seed % 3 == 0 ? 5 : 3, seed % 2 == 0 ? 10 : 1_000);
            cluster.losing(seed % 4 == 0 ? 0.05 : 0);
            trouble(cluster, acked);
            cluster.losing(0);
            cluster.heal();
            cluster.nodes.values().forEach(n -> {
                n.resume();
                if (!n.up) {
                    n.start();
                }
            });
            cluster.run(3);
            cluster.write("last");
            cluster.until(
                    "all are in step, seed " + seed,
                    20,
                    () -> cluster.nodes.values().stream().allMatch(n -> n.applied.contains("last")));
            List<String> first = cluster.leader().applied;
            for (LogCluster.Node node : cluster.nodes.values()) {
                assertThat(node.applied).as("seed %d, %s", seed, node.id).isEqualTo(first);
                lost += node.disk.lostRecords;
            }
            assertThat(first).as("seed %d", seed).containsAll(acked).doesNotHaveDuplicates();
            acknowledged += acked.size();
        }
        System.out.println(acknowledged + " acknowledged, " + lost + " unsynced records lost in crashes");
        assertThat(acknowledged).isGreaterThan(1_000);
        assertThat(lost).isPositive();
    }

    private static void trouble(LogCluster cluster, Set<String> acked) {
        for (int i = 0; i < 60; i++) {
            List<LogCluster.Node> all = new ArrayList<>(cluster.nodes.values());
            LogCluster.Node victim = all.get(cluster.world.random.nextInt(all.size()));
            String value = "w" + i;
            for (LogCluster.Node node : all) {
                if (node.up && node.leads) {
                    String unique = value + "@" + node.id;
                    LogCluster.Write write = node.write(unique);
                    cluster.world.after(3 * World.SECOND, () -> {
                        if (write.succeeded()) {
                            acked.add(unique);
                        }
                    });
                }
            }
            switch (cluster.world.random.nextInt(8)) {
                case 0 -> victim.crash();
                case 1 -> cluster.isolate(victim);
                case 2 -> cluster.heal();
                case 3 -> {
                    if (victim.up) {
                        victim.pause();
                    }
                }
                case 4, 5 -> {
                    victim.resume();
                    if (!victim.up) {
                        victim.start();
                    }
                }
                default -> cluster.run(0.01);
            }
            cluster.run(cluster.world.between(1, 600) / 1_000.0);
        }
        cluster.run(3.5);
    }

    @Test
    void noAnswerIsGivenOnALeadersLease() throws IOException {
        Set<String> users = new TreeSet<>();
        try (Stream<Path> files = Files.walk(Path.of("target/classes"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
                String content = Files.readString(file, StandardCharsets.ISO_8859_1);
                if (content.contains("LEADER_LEASE") || content.contains("EVENTUAL_CONSISTENCY")) {
                    users.add(file.toString());
                }
            }
        }
        assertThat(users).isEmpty();
        assertThat(Files.exists(Path.of("target/classes/io/keelson/cluster/internal/raft/MicroRaftLog.class")))
                .isTrue();
    }
}
