package io.keelson.servlet.auth;

import io.keelson.kernel.context.Caller;
import io.keelson.servlet.FakeHttp;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A request as mechanisms see it, for tests; without a session until one is asked for. */
final class FakeRequest implements SecuredRequest {
    final FakeHttp http;
    SessionLogin session;
    Caller caller;
    String scheme;
    SavedRequest restored;
    Cookie cookie;
    final List<SessionLogin> ended = new ArrayList<>();
    List<X509Certificate> shown = List.of();

    FakeRequest(FakeHttp http) {
        this.http = http;
    }

    @Override
    public HttpServletRequest servletRequest() {
        return http.request();
    }

    @Override
    public String pathInContext() {
        return http.path;
    }

    @Override
    public String target() {
        return http.request().getRequestURI() + (http.query == null ? "" : "?" + http.query);
    }

    @Override
    public Caller caller() {
        return caller;
    }

    @Override
    public void caller(Caller next, String nextScheme) {
        caller = next;
        scheme = nextScheme;
    }

    @Override
    public SessionLogin sessionLogin(boolean create) {
        if (session == null && create) {
            session = new SessionLogin();
        }
        return session;
    }

    @Override
    public Runnable sessionEnd() {
        SessionLogin current = Objects.requireNonNull(session);
        return () -> ended.add(current);
    }

    @Override
    public void cookie(Cookie next) {
        cookie = next;
    }

    @Override
    public List<X509Certificate> clientCertificates() {
        return shown;
    }

    @Override
    public void restore(SavedRequest saved) {
        restored = saved;
        http.method = saved.method();
    }

    @Override
    public void validated(io.keelson.servlet.spi.security.RequestAuthentication.Validated answer) {
        throw new UnsupportedOperationException("no module is tried here");
    }
}
