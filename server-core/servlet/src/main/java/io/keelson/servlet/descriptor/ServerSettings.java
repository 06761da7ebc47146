package io.keelson.servlet.descriptor;

import io.keelson.component.descriptor.Declared;
import io.keelson.component.work.WorkManagerDescriptor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Settings of an application's {@code WEB-INF/weblogic.xml}. Immutable; null is "not declared".
 *
 * <p>Specification: weblogic.xml, weblogic-web-app.
 *
 * @param contextRoot with a leading slash, without a trailing one; empty for the root
 * @param dispatchPolicy name of the work manager of {@code wl-dispatch-policy}
 * @param servletPolicies {@code servlet-descriptor/dispatch-policy}: servlet to the name of its work manager
 * @param workManagers {@code work-manager}, in order; a name occurs once
 * @param session {@code session-descriptor}
 * @param container {@code container-descriptor}
 * @param roles {@code security-role-assignment}: role to the names of users and groups that hold it. A role that maps to
 *     an empty set is {@code externally-defined}
 * @param runAs {@code run-as-role-assignment}: role to user
 * @param runAsOfServlets {@code servlet-descriptor/run-as-principal-name}: servlet to user
 * @param requestCharset the {@code java-charset-name} of the {@code input-charset} for all paths
 * @param virtualDirectories {@code virtual-directory-mapping}, in order
 * @param resources {@code resource-description} and {@code resource-env-description}: name of the reference to what it leads to
 */
public record ServerSettings(
        @Nullable String contextRoot,
        @Nullable Declared<String> dispatchPolicy,
        Map<String, Declared<String>> servletPolicies,
        List<WorkManagerDescriptor> workManagers,
        SessionDescriptor session,
        ContainerDescriptor container,
        Map<String, Set<String>> roles,
        Map<String, String> runAs,
        Map<String, String> runAsOfServlets,
        @Nullable String requestCharset,
        List<VirtualDirectory> virtualDirectories,
        Map<String, String> resources) {

    /** Settings of an application without {@code weblogic.xml}. */
    public static final ServerSettings NONE = new ServerSettings(
            null,
            null,
            Map.of(),
            List.of(),
            new SessionDescriptor(
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    Persistence.NONE,
                    Map.of()),
            new ContainerDescriptor(
                    false, List.of(), List.of(), null, DirectoryOrder.NAME, null, null, null, null, false, Map.of()),
            Map.of(),
            Map.of(),
            Map.of(),
            null,
            List.of(),
            Map.of());

    /** The same with what a descriptor of another server says of context root, roles and resources, where this says nothing of it. */
    ServerSettings over(@Nullable String otherRoot, Map<String, Set<String>> otherRoles, Map<String, String> others) {
        Map<String, Set<String>> allRoles = new LinkedHashMap<>(otherRoles);
        allRoles.putAll(roles);
        Map<String, String> allResources = new LinkedHashMap<>(others);
        allResources.putAll(resources);
        return new ServerSettings(
                contextRoot == null ? otherRoot : contextRoot,
                dispatchPolicy,
                servletPolicies,
                workManagers,
                session,
                container,
                Map.copyOf(allRoles),
                runAs,
                runAsOfServlets,
                requestCharset,
                virtualDirectories,
                Map.copyOf(allResources));
    }

    /** The same with other sessions. */
    ServerSettings withSession(SessionDescriptor other) {
        return new ServerSettings(
                contextRoot,
                dispatchPolicy,
                servletPolicies,
                workManagers,
                other,
                container,
                roles,
                runAs,
                runAsOfServlets,
                requestCharset,
                virtualDirectories,
                resources);
    }

    /**
     * {@code session-descriptor}.
     *
     * @param timeoutSeconds {@code timeout-secs}; -1 or 0: sessions do not time out
     * @param maxInMemory {@code max-in-memory-sessions}; -1 for no limit
     * @param idLength {@code id-length} in characters
     * @param trackingEnabled {@code tracking-enabled}; false: no request finds the session of another
     * @param maxSavePostSize {@code max-save-post-size} in bytes: what waits for a login by form; -1 for no limit
     * @param invalidationIntervalSeconds {@code invalidation-interval-secs}: how often expired sessions are looked for
     * @param monitoringAttribute {@code monitoring-attribute-name}: the attribute whose value names a session to people
     * @param persistence where they are kept
     * @param other what else is declared and known, by its element: for others who come later
     */
    public record SessionDescriptor(
            @Nullable Integer timeoutSeconds,
            @Nullable Integer maxInMemory,
            @Nullable Integer idLength,
            @Nullable String cookieName,
            @Nullable String cookiePath,
            @Nullable String cookieDomain,
            @Nullable Integer cookieMaxAgeSeconds,
            @Nullable Boolean cookieSecure,
            @Nullable Boolean cookieHttpOnly,
            @Nullable Boolean cookiesEnabled,
            @Nullable Boolean urlRewritingEnabled,
            @Nullable Boolean trackingEnabled,
            @Nullable Integer maxSavePostSize,
            @Nullable Integer invalidationIntervalSeconds,
            @Nullable String monitoringAttribute,
            Persistence persistence,
            Map<String, String> other) {
        /** The same with a path of the cookie. */
        SessionDescriptor withCookiePath(String path) {
            return new SessionDescriptor(
                    timeoutSeconds,
                    maxInMemory,
                    idLength,
                    cookieName,
                    path,
                    cookieDomain,
                    cookieMaxAgeSeconds,
                    cookieSecure,
                    cookieHttpOnly,
                    cookiesEnabled,
                    urlRewritingEnabled,
                    trackingEnabled,
                    maxSavePostSize,
                    invalidationIntervalSeconds,
                    monitoringAttribute,
                    persistence,
                    other);
        }
    }

    /**
     * Settings of {@code session-descriptor} for the place where sessions are kept.
     *
     * @param type {@code persistent-store-type}, as it is written
     * @param directory {@code persistent-store-dir}
     * @param cacheSize {@code cache-size}: how many sessions of a store stay in memory
     * @param dataSource {@code persistent-data-source-jndi-name}, or {@code persistent-store-pool} of old
     * @param table {@code persistent-store-table}
     * @param cookie {@code persistent-store-cookie-name}
     * @param flushIntervalSeconds {@code persistent-session-flush-interval}
     * @param flushThreshold {@code persistent-session-flush-threshold}
     * @param queueTimeoutSeconds {@code persistent-async-queue-timeout}
     */
    public record Persistence(
            @Nullable Declared<String> type,
            @Nullable String directory,
            @Nullable Integer cacheSize,
            @Nullable String dataSource,
            @Nullable String table,
            @Nullable String cookie,
            @Nullable Integer flushIntervalSeconds,
            @Nullable Integer flushThreshold,
            @Nullable Integer queueTimeoutSeconds) {
        /** Settings of a descriptor that says nothing of it. */
        public static final Persistence NONE = new Persistence(null, null, null, null, null, null, null, null, null);
    }

    /**
     * {@code container-descriptor}.
     *
     * @param preferWebInfClasses classes of the application come before those of its enclosing application
     * @param preferApplicationPackages packages that the application brings itself and wants to see ({@code org.foo.*})
     * @param preferApplicationResources as the packages, for resources
     * @param indexDirectoryEnabled whether the default servlet lists directories
     * @param indexDirectoryOrder {@code index-directory-sort-by}
     * @param defaultMimeType {@code default-mime-type}: the type of static files whose extension says nothing
     * @param resourceReloadCheckSeconds how often a cached static file is checked; -1: never
     * @param compression {@code gzip-compression}
     * @param allowAllRoles whether the role {@code *} of a constraint is everybody who is authenticated, not the declared roles
     * @param checkAuthOnForward whether the constraints of its path hold for a forward too
     * @param other what else is declared and known, by its element
     */
    public record ContainerDescriptor(
            boolean preferWebInfClasses,
            List<String> preferApplicationPackages,
            List<String> preferApplicationResources,
            @Nullable Boolean indexDirectoryEnabled,
            DirectoryOrder indexDirectoryOrder,
            @Nullable String defaultMimeType,
            @Nullable Integer resourceReloadCheckSeconds,
            @Nullable GzipCompression compression,
            @Nullable Boolean allowAllRoles,
            boolean checkAuthOnForward,
            Map<String, String> other) {}

    /** Order of the list of a directory, the least first; what is alike by name. */
    public enum DirectoryOrder {
        NAME,
        LAST_MODIFIED,
        SIZE
    }

    /**
     * {@code gzip-compression}.
     *
     * @param minimumLength {@code min-content-length} in bytes
     * @param types {@code content-type}, one or several; empty: not declared
     */
    public record GzipCompression(
            @Nullable Boolean enabled, @Nullable Integer minimumLength, List<String> types) {}

    /**
     * {@code virtual-directory-mapping}: files from elsewhere.
     *
     * @param localPath a directory of the machine
     * @param patterns URL patterns that are looked up there
     */
    public record VirtualDirectory(String localPath, List<String> patterns) {}
}
