package io.keelson.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Caller;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Router;
import io.keelson.admin.rest.Schema;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what is the same for all operations. */
class RouterTest {
    private static final String TAG = "\"abc\"";

    private final Router router = new Router(
            "/m",
            List.of(
                    Route.open("GET", "thing", call -> Answer.text("thing").with(Map.of("ETag", TAG))),
                    Route.open(
                                    "POST",
                                    "thing",
                                    call -> Answer.text(String.valueOf(call.json()))
                                            .with(Map.of("ETag", TAG)))
                            .takes(Schema.object().with("name", Schema.TEXT).maybe("more", Schema.ANY))));

    private Answer answer(FakeExchange exchange) throws Exception {
        return router.answer(exchange, Caller.NOBODY, Router.Around.NOTHING);
    }

    @ParameterizedTest
    @ValueSource(strings = {TAG, "W/" + TAG, "\"x\", " + TAG, "*"})
    void whoHasItAlreadyIsToldSo(String field) throws Exception {
        for (String method : List.of("GET", "HEAD")) {
            Answer answer = answer(new FakeExchange(method, "/m/thing").header("If-None-Match", field));
            assertThat(answer.status()).isEqualTo(304);
            assertThat(answer.headers()).isEqualTo(Map.of("ETag", TAG));
            assertThat(answer.body()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"x\"", "abc", "\"ab\"", ""})
    void whoHasAnotherGetsIt(String field) throws Exception {
        assertThat(answer(new FakeExchange("GET", "/m/thing").header("If-None-Match", field))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void whatChangesIsCarriedOutWhateverIsThere() throws Exception {
        assertThat(answer(new FakeExchange("POST", "/m/thing")
                                .header("If-None-Match", TAG)
                                .body("application/json", "{\"name\":1}"))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void aMemberThatNobodyKnowsIsRefused() throws Exception {
        assertThat(answer(new FakeExchange("POST", "/m/thing")
                                .body("application/json", "{\"name\":1,\"more\":{\"x\":1}}"))
                        .status())
                .isEqualTo(200);
        assertThatThrownBy(() -> answer(
                        new FakeExchange("POST", "/m/thing").body("application/json", "{\"name\":1,\"nmae\":2}")))
                .isInstanceOfSatisfying(
                        Problem.class, problem -> assertThat(problem.status()).isEqualTo(400))
                .hasMessage("Unknown member 'nmae' in the body; known are name, more");
    }

    @Test
    void aMemberThatIsThereTwiceIsRefused() {
        for (String body : List.of("{\"name\":1,\"name\":2}", "{\"name\":1,\"more\":{\"x\":1,\"x\":1}}")) {
            assertThatThrownBy(() -> answer(new FakeExchange("POST", "/m/thing").body("application/json", body)))
                    .as(body)
                    .isInstanceOfSatisfying(
                            Problem.class,
                            problem -> assertThat(problem.status()).isEqualTo(400));
        }
    }

    private String answered(String path) throws Exception {
        Router named = new Router(
                "/m",
                "AdminServer",
                List.of(
                        Route.open("GET", "thing", call -> Answer.text("here")),
                        Route.open(
                                "GET",
                                "servers/*/**",
                                call -> Answer.text(call.variable(0) + ":" + call.variable(1)))));
        Answer answer = named.answer(new FakeExchange("GET", path), Caller.NOBODY, Router.Around.NOTHING);
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    @Test
    void anAddressBelowItsOwnNameIsItsOwnOnce() throws Exception {
        assertThat(answered("/m/servers/AdminServer/thing")).isEqualTo("here");
        assertThat(answered("/m/servers/server-1/thing")).isEqualTo("server-1:thing");
        assertThat(answered("/m/servers/AdminServer/servers/server-1/thing")).isEqualTo("server-1:thing");
        assertThat(answered("/m" + "/servers/AdminServer".repeat(2) + "/thing")).isEqualTo("AdminServer:thing");
    }
}
