package io.keelson.servlet.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.context.Caller;
import io.keelson.security.CertificateSettings;
import io.keelson.servlet.FakeHttp;
import io.keelson.servlet.auth.SessionLogin.Login;
import io.keelson.servlet.fixture.ManualTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A login that several applications know (Servlet 6.1, 13.7): how it begins, is recognised and ends. */
class SingleSignOnTest {
    private static final Login ANN = new Login(new Caller(() -> "ann", Set.of("clerks")), "FORM");
    private static final Login BOB = new Login(new Caller(() -> "bob", Set.of()), "FORM");

    private final ManualTicker ticker = new ManualTicker();
    private final List<Runnable> timers = new ArrayList<>();
    private final SingleSignOn logins =
            SingleSignOn.on(ticker, Duration.ofMinutes(60), (delay, action) -> timers.add(action));
    private final Mechanism anyMechanism = new NoMechanism();

    private static FakeRequest request(String cookie) {
        return new FakeRequest(new FakeHttp("/page").header("Cookie", "a=1; " + SingleSignOn.COOKIE + "=" + cookie));
    }

    /** A login in a new session; the request has the cookie then. */
    private FakeRequest login(Login login) {
        FakeRequest request = request("none");
        logins.begin(request, request.sessionLogin(true), login);
        return request;
    }

    private boolean known(FakeRequest request) {
        return logins.recognise(request, anyMechanism, false);
    }

    @Test
    void anotherApplicationKnowsIt() {
        FakeRequest first = login(ANN);
        assertThat(first.cookie.getValue()).hasSize(43);
        assertThat(first.cookie.getPath()).isEqualTo("/");
        assertThat(first.cookie.isHttpOnly()).isTrue();
        assertThat(first.cookie.getSecure()).isFalse();
        assertThat(first.cookie.getAttribute("SameSite")).isEqualTo("Lax");

        FakeRequest withoutSession = request(first.cookie.getValue());
        assertThat(known(withoutSession)).isTrue();
        assertThat(withoutSession.caller.principal().getName()).isEqualTo("ann");
        assertThat(withoutSession.scheme).isEqualTo("FORM");
        assertThat(withoutSession.session).isNull();

        FakeRequest withSession = request(first.cookie.getValue());
        withSession.sessionLogin(true);
        assertThat(known(withSession)).isTrue();
        assertThat(withSession.session.login()).isEqualTo(ANN);
        assertThat(withSession.http.sessionIdChanges)
                .as("nobody may have planted the session")
                .isEqualTo(1);
        assertThat(known(request("guessed"))).isFalse();
    }

    @Test
    void theCookieOfALoginByTlsStaysThere() {
        FakeRequest request = request("none");
        request.http.secure = true;
        logins.begin(request, request.sessionLogin(true), ANN);
        assertThat(request.cookie.getSecure()).isTrue();
    }

    @Test
    void aLogoutAnywhereEndsItEverywhere() {
        FakeRequest first = login(ANN);
        FakeRequest other = request(first.cookie.getValue());
        other.sessionLogin(true);
        assertThat(known(other)).isTrue();

        logins.logout(other, other.session);

        assertThat(other.session.login()).isNull();
        assertThat(other.ended).as("who logs out keeps the session there").isEmpty();
        assertThat(first.session.login()).isNull();
        assertThat(first.ended).containsExactly(first.session);
        assertThat(known(request(first.cookie.getValue()))).isFalse();
        assertThat(logins.size()).isZero();
    }

    @Test
    void aLogoutWithoutASessionEndsItToo() {
        FakeRequest first = login(ANN);
        logins.logout(request(first.cookie.getValue()), null);
        assertThat(first.session.login()).isNull();
        assertThat(logins.size()).isZero();
    }

    @Test
    void aSessionThatIsInvalidatedEndsIt() {
        FakeRequest first = login(ANN);
        FakeRequest other = request(first.cookie.getValue());
        other.sessionLogin(true);
        assertThat(known(other)).isTrue();
        first.session.ended(true);
        assertThat(other.session.login()).isNull();
        assertThat(other.ended).containsExactly(other.session);
        assertThat(known(request(first.cookie.getValue()))).isFalse();
    }

    @Test
    void aSessionThatExpiresLeavesItToTheOthers() {
        FakeRequest first = login(ANN);
        FakeRequest other = request(first.cookie.getValue());
        other.sessionLogin(true);
        assertThat(known(other)).isTrue();
        first.session.ended(false);
        assertThat(other.session.login()).isEqualTo(ANN);
        assertThat(known(request(first.cookie.getValue()))).isTrue();
        assertThat(timers).isEmpty();
    }

    @Test
    void withoutSessionsItLivesAsLongAsItIsUsed() {
        FakeRequest first = login(ANN);
        ticker.advance(Duration.ofMinutes(30));
        first.session.ended(false);
        assertThat(timers).hasSize(1);
        ticker.advance(Duration.ofMinutes(20));
        assertThat(known(request(first.cookie.getValue()))).isTrue();
        ticker.advance(Duration.ofMinutes(10));
        timers.remove(0).run();
        assertThat(timers).as("used ten minutes ago").hasSize(1);
        ticker.advance(Duration.ofMinutes(50));
        timers.remove(0).run();
        assertThat(timers).isEmpty();
        assertThat(known(request(first.cookie.getValue()))).isFalse();
        assertThat(logins.size()).isZero();
    }

    @Test
    void aSecondLoginOfTheSameUserGoesOnUnderANewId() {
        FakeRequest first = login(ANN);
        FakeRequest again = request(first.cookie.getValue());
        logins.begin(again, again.sessionLogin(true), ANN);
        assertThat(again.cookie.getValue()).isNotEqualTo(first.cookie.getValue());
        assertThat(known(request(first.cookie.getValue()))).isFalse();
        assertThat(known(request(again.cookie.getValue()))).isTrue();
        again.session.ended(true);
        assertThat(first.session.login()).as("it is one login").isNull();
    }

    /** A cookie that somebody planted must not join two users. */
    @Test
    void aLoginOfAnotherUserEndsTheOneThatTheClientCameWith() {
        FakeRequest first = login(BOB);
        FakeRequest again = request(first.cookie.getValue());
        logins.begin(again, again.sessionLogin(true), ANN);
        assertThat(first.session.login()).isNull();
        assertThat(first.ended).containsExactly(first.session);
        assertThat(known(request(first.cookie.getValue()))).isFalse();
        FakeRequest here = request(again.cookie.getValue());
        assertThat(known(here)).isTrue();
        assertThat(here.caller.principal().getName()).isEqualTo("ann");
        assertThat(again.session.login()).isEqualTo(ANN);
    }

    @Test
    void aSessionWithAnotherLoginLeavesTheFirst() {
        FakeRequest first = login(BOB);
        SessionLogin session = first.session;
        FakeRequest again = request("lost");
        again.session = session;
        logins.begin(again, session, ANN);
        assertThat(session.login()).isEqualTo(ANN);
        session.ended(true);
        assertThat(known(request(again.cookie.getValue()))).isFalse();
        assertThat(known(request(first.cookie.getValue())))
                .as("Bob's has no session left, and an hour")
                .isTrue();
    }

    /** What each request proves by itself needs a session to live by: without one there is nothing that would end it. */
    @Test
    void aLoginByTheRequestItselfIsSharedWhereThereIsASession() {
        Login basic = new Login(ANN.caller(), "BASIC");
        FakeRequest without = request("none");
        logins.proved(without, basic, false);
        assertThat(without.cookie).isNull();
        FakeRequest with = request("none");
        with.sessionLogin(true);
        logins.proved(with, basic, true);
        assertThat(with.cookie).as("too late for it").isNull();
        logins.proved(with, basic, false);
        assertThat(with.session.login()).as("the next request proves again").isNull();
        FakeRequest other = request(with.cookie.getValue());
        assertThat(known(other)).isTrue();
        assertThat(other.scheme).isEqualTo("BASIC");
        with.cookie = null;
        logins.proved(with, basic, false);
        assertThat(with.cookie).as("it has one").isNull();
        with.session.ended(true);
        assertThat(known(request(String.valueOf(other.http.requestHeaders)))).isFalse();
        assertThat(logins.size()).isZero();
    }

    /** An application that asks for certificates does not take a password for one. */
    @Test
    void aMechanismMayRefuseTheOthers() {
        FakeRequest first = login(ANN);
        Mechanism certificates = new ClientCertMechanism(new NobodysRealm(), CertificateSettings.standard());
        assertThat(logins.recognise(request(first.cookie.getValue()), certificates, false))
                .isFalse();
        FakeRequest shown = login(new Login(ANN.caller(), certificates.scheme()));
        assertThat(logins.recognise(request(shown.cookie.getValue()), certificates, false))
                .isTrue();
    }

    @Test
    void whereItIsOffNothingIsShared() {
        SingleSignOn off = SingleSignOn.off();
        FakeRequest request = request("none");
        off.begin(request, request.sessionLogin(true), ANN);
        assertThat(request.session.login()).isEqualTo(ANN);
        assertThat(request.cookie).isNull();
        assertThat(off.recognise(request("none"), anyMechanism, false)).isFalse();
        request.session.ended(true);
        assertThat(request.ended).isEmpty();
    }
}
