package io.keelson.servlet.descriptor;

import io.keelson.component.descriptor.ComponentDescriptor;
import io.keelson.component.descriptor.Location;
import io.keelson.servlet.spi.WebContexts;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.SessionTrackingMode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Declarations of a web application, merged from {@code web.xml}, fragments, annotations and {@code weblogic.xml}. Immutable; all
 * collections keep the order of declaration.
 *
 * <p>Specification: Servlet 6.1, 8.2.3 Assembling the Descriptor from web.xml, web-fragment.xml and Annotations; Servlet 6.1, 14 Deployment
 * Descriptor.
 *
 * @param module what is said of the whole
 * @param code what of the application's code is called, and for what
 * @param session {@code session-config}
 * @param content what its content is like
 * @param jsp {@code jsp-config}
 * @param security who may do what
 * @param components the naming environment and the life cycle of components
 * @param orderedLibraries value of {@code ServletContext.ORDERED_LIBS}: names of jars in the order of their fragments;
 *     null where no order was declared
 * @param server what {@code weblogic.xml} says
 */
public record WebDescriptor(
        Module module,
        Code code,
        SessionConfig session,
        Content content,
        JspConfig jsp,
        Security security,
        ComponentDescriptor components,
        @Nullable List<String> orderedLibraries,
        ServerSettings server) {

    /**
     * Names of servlets that the container provides. A {@code servlet-mapping} may name them without a declaration:
     * {@code default} sends static content, {@code jsp} is the pages part's.
     */
    public static final Set<String> CONTAINER_SERVLETS = Set.of("default", "jsp");

    /** Names of filters that the container provides. A {@code filter-mapping} may name them without a declaration (CDI 4.1, 28.1.4). */
    public static final Set<String> CONTAINER_FILTERS = Set.of(WebContexts.CONVERSATION_FILTER);

    /** Returns all servlets, also those that are not enabled. */
    public List<Servlet> servlets() {
        return code.servlets();
    }

    /** The same with sessions that an EAR says all of. */
    WebDescriptor withSessions(ServerSettings.SessionDescriptor shared) {
        return new WebDescriptor(
                module,
                code,
                SessionConfig.NONE,
                content,
                jsp,
                security,
                components,
                orderedLibraries,
                server.withSession(shared));
    }

    WebDescriptor withInitializers(List<Initializer> found) {
        return new WebDescriptor(
                module,
                code.withInitializers(found),
                session,
                content,
                jsp,
                security,
                components,
                orderedLibraries,
                server);
    }

    /**
     * Declarations about the whole module.
     *
     * @param version the {@code version} of web.xml, {@code 2.3} to {@code 6.1}; {@code 6.1} where there is no web.xml
     * @param metadataComplete whether fragments and annotations were left out (8.1)
     * @param displayName the name for people
     * @param distributable whether the application says that its sessions may move between servers
     * @param defaultContextPath {@code default-context-path}: with a leading slash, without a trailing one
     * @param contextParameters {@code context-param}
     */
    public record Module(
            String version,
            boolean metadataComplete,
            @Nullable String displayName,
            boolean distributable,
            @Nullable String defaultContextPath,
            Map<String, String> contextParameters) {}

    /**
     * Declarations of code that the container calls.
     *
     * @param servlets all servlets, also those that are not enabled
     * @param servletMappings what the runtime maps; a pattern occurs once
     * @param filters all filters
     * @param filterMappings in the order in which filters apply (6.2.4)
     * @param listeners in the order in which listeners are called
     * @param initializers the {@code ServletContainerInitializer}s to run, in order
     */
    public record Code(
            List<Servlet> servlets,
            List<ServletMapping> servletMappings,
            List<Filter> filters,
            List<FilterMapping> filterMappings,
            List<Listener> listeners,
            List<Initializer> initializers) {
        private Code withInitializers(List<Initializer> found) {
            return new Code(servlets, servletMappings, filters, filterMappings, listeners, List.copyOf(found));
        }
    }

    /**
     * Declarations about the application's content.
     *
     * @param welcomeFiles without a leading slash; the usual ones where none are declared
     * @param errorPages {@code error-page}
     * @param mimeTypes extension without dot, in lower case, to media type
     * @param localeEncodings locale such as {@code ja} or {@code ja_JP} to charset
     * @param requestCharacterEncoding {@code request-character-encoding}
     * @param responseCharacterEncoding {@code response-character-encoding}
     */
    public record Content(
            List<String> welcomeFiles,
            List<ErrorPage> errorPages,
            Map<String, String> mimeTypes,
            Map<String, String> localeEncodings,
            @Nullable String requestCharacterEncoding,
            @Nullable String responseCharacterEncoding) {}

    /**
     * Declarations about access.
     *
     * @param denyUncoveredHttpMethods whether methods that no constraint covers are refused (13.8.4.2)
     * @param constraints {@code security-constraint}; what {@code @ServletSecurity} says stands with the servlets
     * @param login {@code login-config}
     * @param roles {@code security-role} and {@code @DeclareRoles}
     */
    public record Security(
            boolean denyUncoveredHttpMethods,
            List<SecurityConstraint> constraints,
            @Nullable LoginConfig login,
            Set<String> roles) {}

    /**
     * A servlet (14, {@code servlet}; {@code @WebServlet}).
     *
     * @param name unique in the application
     * @param className null where {@code jspFile} says what it is, or where code will register the class under this name
     * @param jspFile path of a page, with a leading slash
     * @param loadOnStartup null: when first used; negative as null (kept as declared)
     * @param enabled false: requests for it are answered with 404
     * @param multipart null: no multipart
     * @param runAs role of {@code run-as}
     * @param roleReferences {@code role-name} in the code to {@code role-link}
     * @param security {@code @ServletSecurity} of its class; null: none, or annotations do not count
     */
    public record Servlet(
            String name,
            @Nullable String className,
            @Nullable String jspFile,
            @Nullable String displayName,
            Map<String, String> initParameters,
            @Nullable Integer loadOnStartup,
            boolean enabled,
            boolean asyncSupported,
            @Nullable Multipart multipart,
            @Nullable String runAs,
            Map<String, String> roleReferences,
            @Nullable ServletSecurityElement security,
            Location location) {}

    /**
     * {@code multipart-config}.
     *
     * @param location null: the application's temporary directory
     * @param maxFileSize bytes; -1 for no limit
     * @param maxRequestSize bytes; -1 for no limit
     * @param fileSizeThreshold bytes above which a part goes to disk
     */
    public record Multipart(@Nullable String location, long maxFileSize, long maxRequestSize, int fileSizeThreshold) {}

    /**
     * Patterns of one servlet.
     *
     * @param patterns as 12.2 says; a pattern is in one mapping of the application only
     */
    public record ServletMapping(String servlet, List<String> patterns, Location location) {}

    /** A filter. {@code className} is null where code will register the class under this name. */
    public record Filter(
            String name,
            @Nullable String className,
            @Nullable String displayName,
            Map<String, String> initParameters,
            boolean asyncSupported,
            Location location) {}

    /**
     * Mapping of a filter to paths, servlets and kinds of dispatch.
     *
     * @param servlets names of servlets; {@code *} for all
     * @param dispatchers never empty; {@code REQUEST} where none was declared
     */
    public record FilterMapping(
            String filter,
            List<String> patterns,
            List<String> servlets,
            Set<DispatcherType> dispatchers,
            Location location) {}

    /** A listener. Those that tag libraries declare are not here; the pages part adds them. */
    public record Listener(String className, Location location) {}

    /**
     * {@code session-config}.
     *
     * @param timeoutMinutes null where not declared; 0 or less: sessions do not time out
     * @param trackingModes empty where not declared
     */
    public record SessionConfig(
            @Nullable Integer timeoutMinutes, SessionCookie cookie, Set<SessionTrackingMode> trackingModes) {
        /** Configuration where nothing is declared. */
        public static final SessionConfig NONE = new SessionConfig(
                null, new SessionCookie(null, null, null, null, null, null, null, Map.of()), Set.of());
    }

    /**
     * {@code cookie-config}; null is "not declared".
     *
     * @param maxAgeSeconds -1: until the browser closes
     * @param attributes {@code attribute}s other than those with a component of their own, as {@code SameSite}
     */
    public record SessionCookie(
            @Nullable String name,
            @Nullable String domain,
            @Nullable String path,
            @Nullable String comment,
            @Nullable Boolean httpOnly,
            @Nullable Boolean secure,
            @Nullable Integer maxAgeSeconds,
            Map<String, String> attributes) {}

    /**
     * {@code error-page}. Both null: the default error page (10.9.2).
     *
     * @param status an HTTP status
     * @param exceptionType name of an exception class
     * @param path where to, with a leading slash
     */
    public record ErrorPage(
            @Nullable Integer status, @Nullable String exceptionType, String path, Location location) {}

    /** {@code jsp-config}. {@code taglibs}: {@code taglib-uri} to {@code taglib-location}. */
    public record JspConfig(List<JspPropertyGroup> propertyGroups, Map<String, String> taglibs) {}

    /** {@code jsp-property-group}; null is "not declared", other values as they were written. */
    public record JspPropertyGroup(
            List<String> patterns,
            @Nullable String elIgnored,
            @Nullable String errorOnElNotFound,
            @Nullable String pageEncoding,
            @Nullable String scriptingInvalid,
            @Nullable String isXml,
            List<String> includePreludes,
            List<String> includeCodas,
            @Nullable String deferredSyntaxAllowedAsLiteral,
            @Nullable String trimDirectiveWhitespaces,
            @Nullable String defaultContentType,
            @Nullable String buffer,
            @Nullable String errorOnUndeclaredNamespace,
            Location location) {}

    /**
     * {@code security-constraint}.
     *
     * @param roles null: no {@code auth-constraint}, everybody; empty: nobody. May contain {@code *} (every role of the
     *     application) and {@code **} (everybody who is authenticated)
     */
    public record SecurityConstraint(
            @Nullable String name,
            List<WebResourceCollection> resources,
            @Nullable Set<String> roles,
            Transport transport,
            Location location) {}

    /**
     * {@code web-resource-collection}. At most one of the sets is not empty.
     *
     * @param methods the methods meant; empty: all
     * @param omittedMethods all methods but these
     */
    public record WebResourceCollection(
            @Nullable String name, List<String> patterns, Set<String> methods, Set<String> omittedMethods) {}

    /** {@code transport-guarantee}; the specification treats both others alike. */
    public enum Transport {
        /** Any. */
        NONE,
        /** TLS. */
        INTEGRAL,
        /** TLS. */
        CONFIDENTIAL
    }

    /**
     * {@code login-config}.
     *
     * @param method {@code BASIC}, {@code FORM}, {@code DIGEST}, {@code CLIENT-CERT} or a vendor's; null: not declared
     * @param formLoginPage with a leading slash; null unless {@code FORM}
     * @param formErrorPage with a leading slash; null unless {@code FORM}
     */
    public record LoginConfig(
            @Nullable String method,
            @Nullable String realm,
            @Nullable String formLoginPage,
            @Nullable String formErrorPage,
            Location location) {}

    /**
     * A {@code ServletContainerInitializer} (8.2.4).
     *
     * @param className its class, loadable through the application's loader
     * @param handled names of the classes to hand to it; null: hand it null (it has no {@code @HandlesTypes}, or none were
     *     found)
     */
    public record Initializer(String className, @Nullable List<String> handled, Location location) {}
}
