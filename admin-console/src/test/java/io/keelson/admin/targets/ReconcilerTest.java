package io.keelson.admin.targets;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.time.Ticker;
import io.keelson.deploy.Deployer.State;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.targets.Assignment;
import io.keelson.deploy.targets.TargetSettings.StageMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReconcilerTest {
    private static final String ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @TempDir
    Path directory;

    private final FakeApplications applications = new FakeApplications();
    private long now;
    private boolean away;
    private Reconciler reconciler;

    @BeforeEach
    void make() {
        Ticker ticker = new Ticker() {
            @Override
            public long nanoTime() {
                return now;
            }

            @Override
            public long currentTimeMillis() {
                return now / 1_000_000;
            }
        };
        Staging staging = new Staging(
                directory,
                (assignment, file, meter) -> {
                    if (away) {
                        throw new IOException("the admin server does not run");
                    }
                    Files.writeString(file, "abc");
                },
                applications,
                ticker);
        reconciler = new Reconciler(applications, applications, staging, ticker, Map.of());
    }

    private static Assignment shop(String root, boolean running) {
        return new Assignment(
                "shop", null, "shop.war", ABC, StageMode.STAGE, null, root, "", running, false, false, false);
    }

    private String state() {
        return reconciler.standings().get(0).state();
    }

    private List<String> done() {
        List<String> done = List.copyOf(applications.calls);
        applications.calls.clear();
        return done;
    }

    @Test
    void deploysReplacesStopsStartsAndRemoves() {
        reconciler.wants(Map.of("shop", shop("/a", true)));
        assertThat(state()).isEqualTo("STARTING");
        assertThat(reconciler.look(1)).isTrue();
        assertThat(done()).containsExactly("deploy " + shop("/a", true).version());
        assertThat(state()).isEqualTo("RUNNING");
        assertThat(reconciler.look(1)).isTrue();
        assertThat(done()).isEmpty();

        reconciler.wants(Map.of("shop", shop("/a", false)));
        assertThat(state()).isEqualTo("STOPPING");
        reconciler.look(1);
        assertThat(done()).containsExactly("stop shop");
        assertThat(state()).isEqualTo("STOPPED");
        reconciler.wants(Map.of("shop", shop("/b", true)));
        reconciler.look(1);
        assertThat(done()).containsExactly("deploy " + shop("/b", true).version());
        reconciler.wants(Map.of("shop", shop("/b", false)));
        reconciler.look(1);
        reconciler.wants(Map.of("shop", shop("/b", true)));
        reconciler.look(1);
        assertThat(done()).containsExactly("stop shop", "start shop");

        reconciler.wants(Map.of());
        reconciler.look(1);
        assertThat(done()).containsExactly("remove shop");
        assertThat(reconciler.standings()).isEmpty();
        reconciler.look(1);
        assertThat(done()).isEmpty();
    }

    @Test
    void removesWhatAnEarlierRunOfTheServerHadDeployed() {
        applications.versions.put("old", "1");
        applications.put("old", State.STOPPED, null);
        reconciler.look(1);
        assertThat(done()).containsExactly("remove old");
    }

    @Test
    void whatCannotBeFetchedIsTriedAgain() {
        away = true;
        reconciler.wants(Map.of("shop", shop(null, true)));
        assertThat(reconciler.look(1)).isFalse();
        assertThat(state()).isEqualTo("WAITING");
        assertThat(reconciler.standings().get(0).why()).contains("the admin server does not run");
        away = false;
        assertThat(reconciler.look(1)).as("not at once").isFalse();
        now += 2_000_000_000L;
        assertThat(reconciler.look(1)).isTrue();
        assertThat(state()).isEqualTo("RUNNING");
        assertThat(reconciler.standings().get(0).why()).isNull();
    }

    @Test
    void whatFailsIsTriedAgainByAnotherVersionOrWhenAskedFor() {
        applications.refusal = new DeploymentException("broken");
        reconciler.wants(Map.of("shop", shop(null, true)));
        assertThat(reconciler.look(1)).isTrue();
        assertThat(state()).isEqualTo("FAILED");
        assertThat(reconciler.standings().get(0).why()).isEqualTo("broken");
        done();
        now += 60_000_000_000L;
        reconciler.look(1);
        assertThat(done()).isEmpty();
        applications.refusal = null;
        reconciler.retry("shop");
        reconciler.look(1);
        assertThat(done()).containsExactly("deploy " + shop(null, true).version());
        assertThat(state()).isEqualTo("RUNNING");

        // A new version fails, and the previous one, which serves on, is wanted again.
        applications.refusal = new DeploymentException("broken");
        reconciler.wants(Map.of("shop", shop("/b", true)));
        reconciler.look(1);
        assertThat(state()).isEqualTo("FAILED");
        applications.refusal = null;
        done();
        reconciler.wants(Map.of("shop", shop(null, true)));
        assertThat(state()).isEqualTo("RUNNING");
        reconciler.look(1);
        assertThat(done()).isEmpty();
    }

    /** As on a server that a rolling redeployment has restarted: its doors are closed still. */
    @Test
    void aVersionOnTrialThatDoesNotStartLeavesTheOneThatWas() {
        Assignment was = shop(null, true);
        Assignment comes = new Assignment(
                "shop", null, "shop.war", ABC, StageMode.STAGE, null, "/b", "", true, true, false, false);
        applications.versions.put("shop", was.version());
        applications.put("shop", State.STOPPED, null);
        applications.refusedVersion = comes.version();
        reconciler.wants(Map.of("shop", comes));
        assertThat(reconciler.look(1)).isTrue();
        assertThat(done()).containsExactly("deploy " + comes.version(), "start shop");
        assertThat(applications.applications.get("shop").state()).isEqualTo(State.RUNNING);
        assertThat(state()).isEqualTo("FAILED");
        assertThat(reconciler.standings().get(0).why()).isEqualTo("does not start");
        // It is taken from the server.
        reconciler.wants(Map.of("shop", was));
        reconciler.look(1);
        assertThat(done()).isEmpty();
        assertThat(state()).isEqualTo("RUNNING");
    }

    @Test
    void whatNeverStartedIsRemovedWhenItIsNotWantedAnyMore() {
        applications.refusal = new DeploymentException("broken");
        reconciler.wants(Map.of("shop", shop(null, true)));
        reconciler.look(1);
        applications.refusal = null;
        done();
        reconciler.wants(Map.of());
        reconciler.look(1);
        assertThat(done()).containsExactly("remove shop");
        assertThat(applications.applications).isEmpty();
    }

    @Test
    void whatFailedAtTheStartOfTheServerIsStartedWhenAskedFor() {
        Assignment shop = shop(null, true);
        applications.versions.put("shop", shop.version());
        applications.put("shop", State.FAILED, "no database");
        reconciler.wants(Map.of("shop", shop));
        reconciler.look(1);
        assertThat(done()).isEmpty();
        assertThat(state()).isEqualTo("FAILED");
        assertThat(reconciler.standings().get(0).why()).isEqualTo("no database");
        reconciler.retry("shop");
        assertThat(done()).containsExactly("start shop");
        assertThat(state()).isEqualTo("RUNNING");
    }

    private static Assignment version(String label, boolean beside) {
        return new Assignment(
                "shop",
                label,
                "shop.war",
                ABC,
                StageMode.STAGE,
                null,
                "/shop",
                "plan " + label,
                true,
                false,
                false,
                beside);
    }

    private void wants(Assignment... wanted) {
        Map<String, Assignment> all = new java.util.TreeMap<>();
        for (Assignment one : wanted) {
            all.put(one.id(), one);
        }
        reconciler.wants(all);
    }

    private List<String> states() {
        return reconciler.standings().stream()
                .map(one -> one.assignment().label() + " " + one.state())
                .toList();
    }

    @Test
    void aVersionComesBesideTheActiveOneTakesTheNewClientsAndTheOtherEnds() {
        wants(version("1", false));
        reconciler.look(1);
        wants(version("1", false), version("2", true));
        assertThat(reconciler.look(1)).isTrue();
        assertThat(states()).containsExactly("1 RUNNING", "2 RETIRING");
        done();
        wants(version("2", false), version("1", true));
        assertThat(states()).containsExactly("2 STARTING", "1 STARTING");
        assertThat(reconciler.look(1)).isTrue();
        assertThat(done()).containsExactly("activate shop@2");
        applications.users = 3;
        assertThat(states()).containsExactly("2 RUNNING", "1 RETIRING");
        assertThat(reconciler.standings().get(1).users()).isEqualTo(3);
        wants(version("2", false));
        reconciler.look(1);
        assertThat(done()).containsExactly("remove shop@1");
        assertThat(states()).containsExactly("2 RUNNING");
    }

    @Test
    void theActiveVersionGoesOnlyWhenTheOtherHasTheNewClients() {
        wants(version("1", false));
        reconciler.look(1);
        wants(version("1", false), version("2", true));
        reconciler.look(1);
        done();
        wants(version("2", false));
        reconciler.look(1);
        assertThat(done()).containsExactly("activate shop@2", "remove shop@1");
    }

    @Test
    void whoComesLateGetsTheActiveVersionFirstAndTheOtherNotWithoutIt() {
        applications.refusedVersion = version("2", false).version();
        wants(version("1", true), version("2", false));
        reconciler.look(1);
        assertThat(done()).containsExactly("deploy " + version("2", false).version());
        assertThat(states()).containsExactly("2 FAILED", "1 WAITING");
        applications.refusedVersion = "";
        reconciler.retry("shop");
        reconciler.look(1);
        assertThat(applications.versions).containsOnlyKeys("shop@1", "shop@2");
        assertThat(states()).containsExactly("2 RUNNING", "1 RETIRING");
    }

    @Test
    void aTurnThatFailsIsSaidAndTriedAgain() {
        wants(version("1", false));
        reconciler.look(1);
        wants(version("1", false), version("2", true));
        reconciler.look(1);
        applications.refusal = new DeploymentException("no lease");
        wants(version("2", false), version("1", true));
        assertThat(reconciler.look(1)).isFalse();
        assertThat(states()).contains("2 FAILED");
        assertThat(reconciler.standings().get(0).why()).isEqualTo("no lease");
        applications.refusal = null;
        assertThat(reconciler.look(1)).isTrue();
        assertThat(states()).containsExactly("2 RUNNING", "1 RETIRING");
    }
}
