package io.keelson.servlet.auth;

import io.keelson.base.time.Ticker;
import io.keelson.component.role.RoleMapping;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.context.Caller;
import io.keelson.security.CertificateSettings;
import io.keelson.security.Realm;
import io.keelson.servlet.auth.SecurityModel.ServletRoles;
import io.keelson.servlet.descriptor.WebDescriptor.LoginConfig;
import io.keelson.servlet.spi.security.RequestAuthentication;
import io.keelson.servlet.spi.security.RequestAuthorization;
import io.keelson.servlet.spi.security.WebAccess;
import io.keelson.servlet.statics.WebResources;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The security of one web application by constraints, a login mechanism and a realm. Immutable and
 * thread-safe. See {@code docs/design/web-descriptors.md}.
 *
 * <p>Specification: Servlet 6.1, 13 Security.
 */
public final class ApplicationSecurity implements WebSecurity, WebAccess {
    private final CompiledConstraints constraints;
    private final Mechanism mechanism;
    private final Roles roles;
    private final Realm realm;
    private final SecureTransport transport;
    private final SingleSignOn logins;
    private final Map<String, Caller> runAs;
    private final @Nullable RequestAuthentication module;
    private final @Nullable RequestAuthorization policies;

    private ApplicationSecurity(
            SecurityModel model,
            Mechanism mechanism,
            Realm realm,
            SecureTransport transport,
            SingleSignOn logins,
            @Nullable RequestAuthentication module,
            @Nullable RequestAuthorization policies) {
        this.constraints = new CompiledConstraints(model.constraints(), model.denyUncoveredHttpMethods());
        this.mechanism = mechanism;
        this.roles = new Roles(model);
        this.realm = realm;
        this.transport = transport;
        this.logins = logins;
        this.runAs = runAs(model, realm);
        this.module = module;
        this.policies = policies;
    }

    /**
     * Makes an application's security when all of its servlets are known.
     *
     * @param ticker the clock, for the age of what DIGEST gives out
     * @param certificates how a client's certificate becomes a user
     * @param transport where this server has TLS: a request that needs TLS and came without is sent there; without, it is
     *     answered with 403
     * @param logins the logins that the application shares with others
     * @param module goes before the login mechanism where it applies; null: none
     * @param policies decide in place of the constraints where the application has some; null: it cannot have any
     * @throws DeploymentException when the application asks for a login mechanism that is not there
     */
    public static ApplicationSecurity create(
            SecurityModel model,
            Realm realm,
            Ticker ticker,
            CertificateSettings certificates,
            SecureTransport transport,
            SingleSignOn logins,
            @Nullable RequestAuthentication module,
            @Nullable RequestAuthorization policies)
            throws DeploymentException {
        Mechanism mechanism = mechanism(model, realm, ticker, certificates, logins, module);
        ApplicationSecurity security =
                new ApplicationSecurity(model, mechanism, realm, transport, logins, module, policies);
        if (security.mechanism instanceof ClientCertMechanism && !transport.asksForCertificates()) {
            AuthLog.LOG.nobodyIsAsked(model.application());
        }
        if (!model.denyUncoveredHttpMethods()) {
            for (String uncovered : security.constraints.uncovered()) {
                AuthLog.LOG.uncovered(model.application(), uncovered);
            }
        }
        return security;
    }

    private static Mechanism mechanism(
            SecurityModel model,
            Realm realm,
            Ticker ticker,
            CertificateSettings certificates,
            SingleSignOn logins,
            @Nullable RequestAuthentication module)
            throws DeploymentException {
        LoginConfig login = model.login();
        if (login == null) {
            return new NoMechanism();
        }
        String method = login.method();
        return switch (method == null ? "BASIC" : method.toUpperCase(Locale.ROOT)) {
            case "NONE" -> new NoMechanism();
            case "BASIC" -> new BasicMechanism(realm, login.realm());
            case "FORM" -> new FormMechanism(realm, login, model.mostSavedBody(), logins);
            case "DIGEST" -> digest(model, login, realm, ticker);
            case "CLIENT-CERT", "CLIENT_CERT" -> new ClientCertMechanism(realm, certificates);
            case "MP-JWT" -> {
                if (module == null) {
                    throw refused(
                            login, "the application brings MicroProfile JWT itself, or the server has no such part");
                }
                yield new NoMechanism();
            }
            default -> throw refused(login, "it is no mechanism of the specification");
        };
    }

    private static Mechanism digest(SecurityModel model, LoginConfig login, Realm realm, Ticker ticker)
            throws DeploymentException {
        if (realm.digests().isEmpty()) {
            throw refused(
                    login,
                    "the realm keeps nothing of passwords from which DIGEST could be checked; set"
                            + " security.digest-algorithms in domain.yaml and then the passwords again");
        }
        String declared = login.realm();
        if (declared != null && !declared.equals(realm.name())) {
            AuthLog.LOG.realmOfDigest(model.application(), declared, realm.name());
        }
        return new DigestMechanism(realm, ticker);
    }

    private static DeploymentException refused(LoginConfig login, String why) {
        return new DeploymentException(login.location() + ": the auth-method " + login.method() + " cannot be used: "
                + why + "; use BASIC, FORM or CLIENT-CERT");
    }

    @Override
    public boolean permit(SecuredRequest request, HttpServletResponse response) throws IOException, ServletException {
        String path = request.pathInContext();
        if (WebResources.isPrivate(path)) {
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
            return false;
        }
        if (byModule(request)) {
            return permitted(request, path, response);
        }
        if (mechanism.owns(path) && needsTls(path) && !request.servletRequest().isSecure()) {
            // Nothing is gained by a redirect: the password has been on its way in the clear, and a redirect would lose
            // it.
            return forbidden(response);
        }
        if (mechanism.handles(request, response)) {
            return false;
        }
        FormMechanism.resume(request);
        return permitted(request, path, response);
    }

    /** Returns whether a login may come by TLS only: where its page is shown so, or where its own path is constrained to it (13.6.3). */
    private boolean needsTls(String path) {
        String page = mechanism.loginPage();
        return constraints.access(path, "POST").confidential()
                || page != null && constraints.access(page, "GET").confidential();
    }

    @Override
    public boolean permitForward(SecuredRequest request, String path, HttpServletResponse response)
            throws IOException, ServletException {
        return mechanism.exempt(path) || permitted(request, path, response);
    }

    private boolean permitted(SecuredRequest request, String path, HttpServletResponse response)
            throws IOException, ServletException {
        Access access = constraints.access(path, request.servletRequest().getMethod());
        RequestAuthorization policy = policies;
        if (policy != null && policy.decides()) {
            return permittedBy(policy, request, path, access, response);
        }
        if (access.confidential() && !request.servletRequest().isSecure()) {
            toConfidential(request.servletRequest(), response);
            return false;
        }
        if (byModule(request)) {
            return validated(request, response, access);
        }
        identify(request, response);
        return switch (access.rule()) {
            case EVERYBODY -> true;
            case NOBODY -> forbidden(response);
            case ROLES -> mechanism.exempt(path) || authorised(request, response, access);
        };
    }

    /**
     * Lets a policy of the application decide about transport and caller. Who is refused and not known is asked for a login, unless
     * nobody may send the request at all.
     */
    private boolean permittedBy(
            RequestAuthorization policy,
            SecuredRequest request,
            String path,
            Access access,
            HttpServletResponse response)
            throws IOException, ServletException {
        HttpServletRequest http = request.servletRequest();
        String method = http.getMethod();
        if (!policy.permitsTransport(request.caller(), path, method, http.isSecure())) {
            if (http.isSecure() || !policy.permitsTransport(request.caller(), path, method, true)) {
                return forbidden(response);
            }
            toConfidential(http, response);
            return false;
        }
        if (byModule(request)) {
            boolean mandatory = access.rule() != Access.Rule.NOBODY && !policy.permits(null, path, method);
            RequestAuthentication.Validated answer = validated(request, response, mandatory);
            if (!answer.proceeds()) {
                return answer.refuses() && refused(answer.response());
            }
            return policy.permits(request.caller(), path, method) || forbidden(response);
        }
        identify(request, response);
        if (mechanism.exempt(path) && access.rule() != Access.Rule.NOBODY) {
            return true;
        }
        if (policy.permits(request.caller(), path, method)) {
            if (access.rule() != Access.Rule.EVERYBODY) {
                response.setHeader("Cache-Control", "private");
            }
            return true;
        }
        if (request.caller() != null || access.rule() == Access.Rule.NOBODY) {
            return forbidden(response);
        }
        challenge(request, response);
        return false;
    }

    private boolean byModule(SecuredRequest request) {
        return module != null && module.applies(request.servletRequest().getServletContext());
    }

    /** Lets the module decide who calls, then the constraints whether they may. */
    private boolean validated(SecuredRequest request, HttpServletResponse response, Access access)
            throws IOException, ServletException {
        RequestAuthentication.Validated answer = validated(request, response, access.rule() == Access.Rule.ROLES);
        if (!answer.proceeds()) {
            return answer.refuses() && refused(answer.response());
        }
        return switch (access.rule()) {
            case EVERYBODY -> true;
            case NOBODY -> forbidden(response);
            case ROLES -> {
                Caller caller = request.caller();
                yield caller != null && roles.holdsAny(caller, access.roles()) || forbidden(response);
            }
        };
    }

    /** A module that refuses and says nothing has not let the request pass: 200 would say that it has. Returns false. */
    private static boolean refused(HttpServletResponse response) throws IOException {
        if (!response.isCommitted() && response.getStatus() == HttpServletResponse.SC_OK) {
            response.sendError(HttpServletResponse.SC_FORBIDDEN);
        }
        return false;
    }

    private RequestAuthentication.Validated validated(
            SecuredRequest request, HttpServletResponse response, boolean mandatory)
            throws IOException, ServletException {
        RequestAuthentication asked = Objects.requireNonNull(module);
        SessionLogin session = request.sessionLogin(false);
        SessionLogin.Login login = session == null ? null : session.login();
        if (login != null && request.caller() == null) {
            request.caller(login.caller(), login.scheme());
        }
        RequestAuthentication.Validated answer = asked.validate(request.servletRequest(), response, mandatory);
        request.validated(answer);
        if (!answer.proceeds()) {
            return answer;
        }
        Caller caller = same(answer.caller(), login);
        request.caller(caller, caller == null ? null : answer.scheme());
        if (caller != null && answer.remembers()) {
            remember(request, new SessionLogin.Login(caller, answer.scheme()));
        }
        return answer;
    }

    /** A module that hands the session's principal back means the whole caller, with the groups (Authentication 3.1, 3.8.4). */
    private static @Nullable Caller same(@Nullable Caller said, SessionLogin.@Nullable Login login) {
        return said != null
                        && login != null
                        && said.groups().isEmpty()
                        && said.principal() == login.caller().principal()
                ? login.caller()
                : said;
    }

    /** A session that begins to know its caller gets another id, so that nobody can have planted it. */
    private static void remember(SecuredRequest request, SessionLogin.Login login) {
        boolean existed = request.sessionLogin(false) != null;
        SessionLogin session = Objects.requireNonNull(request.sessionLogin(true));
        SessionLogin.Login known = session.login();
        if (known != null
                && known.caller()
                        .principal()
                        .getName()
                        .equals(login.caller().principal().getName())) {
            return;
        }
        if (existed) {
            request.servletRequest().changeSessionId();
        }
        session.login(login);
    }

    @Override
    public boolean permits(@Nullable Caller caller, String path, String method) {
        RequestAuthorization policy = policies;
        if (policy != null && policy.decides()) {
            return policy.permits(caller, path, method);
        }
        Access access = constraints.access(path, method);
        return switch (access.rule()) {
            case EVERYBODY -> true;
            case NOBODY -> false;
            case ROLES -> caller != null && roles.holdsAny(caller, access.roles());
        };
    }

    @Override
    public boolean holds(@Nullable Caller caller, String role) {
        return isUserInRole(caller, role, null);
    }

    private boolean authorised(SecuredRequest request, HttpServletResponse response, Access access)
            throws IOException, ServletException {
        Caller caller = request.caller();
        if (caller == null) {
            challenge(request, response);
            return false;
        }
        if (!roles.holdsAny(caller, access.roles())) {
            return forbidden(response);
        }
        // What one user may see no cache on the way may give to another, unless the application says that it may.
        response.setHeader("Cache-Control", "private");
        return true;
    }

    private static boolean forbidden(HttpServletResponse response) throws IOException {
        response.sendError(HttpServletResponse.SC_FORBIDDEN);
        return false;
    }

    private void toConfidential(HttpServletRequest http, HttpServletResponse response) throws IOException {
        OptionalInt known = transport.confidentialPort();
        if (known.isEmpty()) {
            forbidden(response);
            return;
        }
        int port = known.getAsInt();
        String query = http.getQueryString();
        response.sendRedirect("https://" + http.getServerName() + (port == 443 ? "" : ":" + port) + http.getRequestURI()
                + (query == null ? "" : "?" + query));
    }

    private boolean identify(SecuredRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        if (request.caller() != null) {
            return true;
        }
        SessionLogin session = request.sessionLogin(false);
        SessionLogin.Login login = session == null ? null : session.login();
        if (login != null) {
            request.caller(login.caller(), login.scheme());
            return true;
        }
        boolean committed = response.isCommitted();
        if (!mechanism.identify(request)) {
            return logins.recognise(request, mechanism, committed);
        }
        Caller proved = request.caller();
        if (proved != null) {
            logins.proved(request, new SessionLogin.Login(proved, mechanism.scheme()), committed);
        }
        return true;
    }

    @Override
    public boolean authenticate(SecuredRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        if (byModule(request)) {
            return validated(request, response, true).proceeds() && request.caller() != null;
        }
        if (identify(request, response)) {
            return true;
        }
        if (response.isCommitted()) {
            throw new IllegalStateException(
                    "nobody is logged in and the response is committed: no login can be asked for");
        }
        challenge(request, response);
        return false;
    }

    /** A login page that needs TLS is shown by TLS, whatever the request that has to wait needs (13.6.3). */
    private void challenge(SecuredRequest request, HttpServletResponse response) throws IOException, ServletException {
        String page = mechanism.loginPage();
        HttpServletRequest http = request.servletRequest();
        if (page != null && !http.isSecure() && constraints.access(page, "GET").confidential()) {
            toConfidential(http, response);
        } else {
            mechanism.challenge(request, response);
        }
    }

    @Override
    public void login(SecuredRequest request, @Nullable String user, @Nullable String password)
            throws ServletException {
        Caller present = request.caller();
        if (present != null) {
            throw new ServletException(present.principal().getName() + " is logged in; log out first");
        }
        char[] characters = password == null ? new char[0] : password.toCharArray();
        Optional<Caller> caller;
        try {
            caller = user == null || password == null ? Optional.empty() : realm.authenticate(user, characters);
        } finally {
            java.util.Arrays.fill(characters, '\0');
        }
        String scheme = mechanism instanceof NoMechanism ? "LOGIN" : mechanism.scheme();
        request.caller(caller.orElseThrow(() -> new ServletException("user or password is not right")), scheme);
        SessionLogin session = request.sessionLogin(false);
        if (session != null) {
            request.servletRequest().changeSessionId();
            logins.begin(request, session, new SessionLogin.Login(caller.get(), scheme));
        }
    }

    @Override
    public void logout(SecuredRequest request, HttpServletResponse response) throws ServletException {
        if (module != null && byModule(request)) {
            module.clean(request.servletRequest(), response, request.caller());
        }
        request.caller(null, null);
        SessionLogin session = request.sessionLogin(false);
        logins.logout(request, session);
        if (session != null) {
            session.login(null);
            session.save(null);
        }
    }

    @Override
    public boolean isUserInRole(@Nullable Caller caller, String role, @Nullable String servlet) {
        RequestAuthorization policy = policies;
        if (policy != null && policy.decides() && !role.equals(RoleMapping.ALL)) {
            return policy.holds(caller, role, servlet);
        }
        return roles.isUserInRole(caller, role, servlet);
    }

    @Override
    public Optional<Caller> runAs(String servlet) {
        return Optional.ofNullable(runAs.get(servlet));
    }

    private static Map<String, Caller> runAs(SecurityModel model, Realm realm) {
        Map<String, Caller> callers = new HashMap<>();
        for (Map.Entry<String, ServletRoles> servlet : model.servlets().entrySet()) {
            String role = servlet.getValue().runAs();
            if (role != null) {
                String own = model.runAsUsersOfServlets().get(servlet.getKey());
                callers.put(
                        servlet.getKey(),
                        runAs(
                                model,
                                realm,
                                role,
                                own != null ? own : model.runAsUsers().get(role)));
            }
        }
        return Map.copyOf(callers);
    }

    /** The user that was assigned to the role; else somebody with the role's name who holds that role and nothing else. */
    private static Caller runAs(SecurityModel model, Realm realm, String role, @Nullable String user) {
        Optional<Caller> found = user == null ? Optional.empty() : realm.find(user);
        if (user != null && found.isEmpty()) {
            AuthLog.LOG.noRunAsUser(model.application(), role, user);
        }
        Set<String> groups = new HashSet<>(model.assignments().getOrDefault(role, Set.of()));
        groups.add(role);
        return found.orElseGet(() -> new Caller(new RolePrincipal(role), groups));
    }

    private record RolePrincipal(String name) implements Principal {
        @Override
        public String getName() {
            return name;
        }
    }
}
