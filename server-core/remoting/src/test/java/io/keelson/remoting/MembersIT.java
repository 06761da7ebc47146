package io.keelson.remoting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.client.ContextFactory;
import io.keelson.remoting.fixture.Echo;
import io.keelson.remoting.fixture.EchoObject;
import io.keelson.remoting.fixture.LoneServer;
import io.keelson.remoting.spi.Members;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.naming.Context;
import javax.naming.InitialContext;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Stubs of an object that three members have. */
class MembersIT {
    private final List<LoneServer> servers = new CopyOnWriteArrayList<>();
    private final List<EchoObject> objects = new ArrayList<>();
    private final List<Context> contexts = new ArrayList<>();
    private volatile Members.MemberList list = new Members.MemberList(1, List.of());

    private void start(String policy, int... weights) {
        for (int i = 0; i < weights.length; i++) {
            join(policy, "member" + i);
        }
        members(2, weights);
    }

    private void join(String policy, String name) {
        LoneServer server = new LoneServer();
        EchoObject object = new EchoObject(name);
        server.node.exportByKey("shared", policy, object);
        server.node.members(new Members() {
            @Override
            public MemberList members(String key) {
                return list;
            }

            @Override
            public List<String> addresses() {
                return servers.stream().map(LoneServer::url).toList();
            }
        });
        server.names.bound.put("shared", object);
        servers.add(server);
        objects.add(object);
    }

    private void members(long version, int... weights) {
        List<Members.Member> members = new ArrayList<>();
        for (int i = 0; i < weights.length; i++) {
            if (weights[i] > 0) {
                members.add(
                        new Members.Member("member" + i, List.of(servers.get(i).url()), weights[i]));
            }
        }
        list = new Members.MemberList(version, members);
    }

    private Echo stub() throws Exception {
        return (Echo) context(0).lookup("shared");
    }

    private Context context(int server) throws Exception {
        Hashtable<String, Object> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, ContextFactory.class.getName());
        environment.put(Context.PROVIDER_URL, servers.get(server).url());
        Context context = new InitialContext(environment);
        contexts.add(context);
        return context;
    }

    private static Map<String, Integer> asked(Echo stub, int times) throws Exception {
        Map<String, Integer> asked = new TreeMap<>();
        for (int i = 0; i < times; i++) {
            asked.merge(stub.name(), 1, Integer::sum);
        }
        return asked;
    }

    @AfterEach
    void stop() throws Exception {
        for (Context context : contexts) {
            context.close();
        }
        servers.forEach(LoneServer::close);
    }

    @Test
    void roundRobinGoesAround() throws Exception {
        start("round-robin", 1, 1, 1);

        assertThat(asked(stub(), 30)).isEqualTo(Map.of("member0", 10, "member1", 10, "member2", 10));
    }

    @Test
    void whoJoinsAfterTheLoginIsCalledOverItsOwnConnection() throws Exception {
        start("round-robin", 1);
        Echo stub = stub();
        assertThat(asked(stub, 3)).isEqualTo(Map.of("member0", 3));

        join("round-robin", "member1");
        members(3, 1, 1);
        stub.name(); // its answer brings the list

        assertThat(asked(stub, 20)).isEqualTo(Map.of("member0", 10, "member1", 10));
    }

    @Test
    void affinityStaysWhereItIsConnected() throws Exception {
        start("round-robin-affinity", 1, 1, 1);

        assertThat(asked(stub(), 30)).isEqualTo(Map.of("member0", 30));
    }

    @Test
    void weightsCount() throws Exception {
        start("weight-based", 1, 9);

        Map<String, Integer> asked = asked(stub(), 400);
        assertThat(asked.get("member1")).isGreaterThan(5 * asked.get("member0"));
    }

    @Test
    void anotherListComesWithTheNextAnswer() throws Exception {
        start("round-robin", 1, 1, 1);
        Echo stub = stub();
        asked(stub, 3);

        members(3, 1, 0, 1);
        // Members that know the new list give it away; the next call goes by it.
        asked(stub, 3);

        assertThat(asked(stub, 20)).doesNotContainKey("member1");
    }

    @Test
    void aMemberThatIsGoneIsPassedOver() throws Exception {
        start("round-robin", 1, 1, 1);
        Echo stub = stub();
        asked(stub, 6);
        servers.get(1).close();

        assertThat(asked(stub, 30)).doesNotContainKey("member1").hasSize(2);
    }

    @Test
    void whereAllOfTheListAreGoneThoseAreAskedThatWereMembersBefore() throws Exception {
        start("round-robin", 1, 1);
        Echo stub = stub();
        asked(stub, 4);
        // Only member1 is left for a while, and the stub learns that; member0 is back when member1 goes.
        members(3, 0, 1);
        asked(stub, 3);
        servers.get(1).close();

        assertThat(asked(stub, 10)).isEqualTo(Map.of("member0", 10));
    }

    @Test
    void aMemberThatHasTheObjectNoLongerIsPassedOver() throws Exception {
        start("round-robin", 1, 1);
        Echo stub = stub();
        servers.get(1).node.unexport(objects.get(1));

        assertThat(asked(stub, 10)).isEqualTo(Map.of("member0", 10));
    }

    @Test
    void whatMayHaveBeenExecutedIsNotDoneAgainUnlessItIsIdempotent() throws Exception {
        start("round-robin-affinity", 1, 1);
        Echo stub = stub();
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        new Thread(() -> {
                    try {
                        stub.hold("held");
                    } catch (Exception e) {
                        failure.complete(e);
                    }
                })
                .start();
        Awaitility.await().until(() -> objects.get(0).held.containsKey("held"));
        servers.get(0).cut();

        assertThat(failure.get(60, TimeUnit.SECONDS)).isInstanceOf(ConnectionLostException.class);
        assertThat(objects.get(1).held).isEmpty();
        assertThat(stub.name()).startsWith("member");
    }

    @Test
    void stubsOfOneKeyAreEqual() throws Exception {
        start("round-robin", 1, 1);

        assertThat(stub()).isEqualTo(stub());
        assertThat(stub().toString()).contains("shared");
    }

    @Test
    void withoutAnyMemberTheCallerIsToldThatNothingWasExecuted() throws Exception {
        start("round-robin", 1, 1);
        Echo stub = stub();
        asked(stub, 2);
        servers.forEach(LoneServer::close);

        assertThatThrownBy(stub::name)
                .isInstanceOf(RequestNotSentException.class)
                .matches(e -> !CallOutcome.mayHaveExecuted(e));
        servers.clear();
    }
}
