package io.keelson.servlet.descriptor;

import io.keelson.component.descriptor.Declared;
import io.keelson.component.descriptor.Location;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.descriptor.WebDescriptor.ErrorPage;
import io.keelson.servlet.descriptor.WebDescriptor.Filter;
import io.keelson.servlet.descriptor.WebDescriptor.FilterMapping;
import io.keelson.servlet.descriptor.WebDescriptor.JspConfig;
import io.keelson.servlet.descriptor.WebDescriptor.LoginConfig;
import io.keelson.servlet.descriptor.WebDescriptor.Multipart;
import io.keelson.servlet.descriptor.WebDescriptor.Servlet;
import io.keelson.servlet.descriptor.WebDescriptor.ServletMapping;
import io.keelson.servlet.descriptor.WebDescriptor.SessionConfig;
import io.keelson.servlet.descriptor.WebDescriptor.SessionCookie;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.SessionTrackingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes the immutable descriptor of merged declarations and checks what refers to what.
 *
 * <p>Specification: Servlet 6.1, 14.2 Rules for Processing the Deployment Descriptor.
 */
final class DescriptorBuilder {
    /** Name of the servlet to which paths of REST resources may be mapped without a declaration (RESTful Web Services 4.0, 2.3.2.1). */
    private static final String OF_REST = "jakarta.ws.rs.core.Application";

    /** Welcome files that every container takes where an application says nothing. */
    private static final List<String> USUAL_WELCOME_FILES = List.of("index.html", "index.htm", "index.jsp");

    private final Declarations main;
    private final Declarations merged;

    DescriptorBuilder(Declarations main, Declarations merged) {
        this.main = main;
        this.merged = merged;
    }

    WebDescriptor build(@Nullable List<String> orderedLibraries, ServerSettings server) throws DeploymentException {
        declareServletOfRest();
        List<FilterMapping> filterMappings = filterMappings();
        return new WebDescriptor(
                new WebDescriptor.Module(
                        merged.version,
                        merged.metadataComplete,
                        merged.settings.text("display-name"),
                        merged.distributable,
                        merged.settings.text("default-context-path"),
                        values(merged.contextParameters)),
                new WebDescriptor.Code(
                        merged.servlets.values().stream()
                                .map(DescriptorBuilder::servlet)
                                .toList(),
                        servletMappings(),
                        merged.filters.values().stream()
                                .map(DescriptorBuilder::filter)
                                .toList(),
                        filterMappings,
                        List.copyOf(merged.listeners.values()),
                        List.of()),
                session(),
                new WebDescriptor.Content(
                        merged.welcomeFiles.isEmpty() ? USUAL_WELCOME_FILES : List.copyOf(merged.welcomeFiles),
                        errorPages(),
                        values(merged.mimeTypes),
                        values(merged.localeEncodings),
                        merged.settings.text("request-character-encoding"),
                        merged.settings.text("response-character-encoding")),
                new JspConfig(List.copyOf(merged.jspPropertyGroups), values(merged.taglibs)),
                new WebDescriptor.Security(
                        merged.denyUncoveredHttpMethods,
                        List.copyOf(merged.constraints),
                        login(),
                        Collections.unmodifiableSet(new LinkedHashSet<>(merged.securityRoles))),
                merged.environment.build(server.resources(), merged.metadataComplete),
                orderedLibraries,
                server);
    }

    private static Map<String, String> values(Map<String, Declared<String>> declared) {
        Map<String, String> values = new LinkedHashMap<>();
        declared.forEach((key, value) -> values.put(key, value.value()));
        return Collections.unmodifiableMap(values);
    }

    private static Servlet servlet(Component draft) {
        Settings settings = draft.settings;
        return new Servlet(
                draft.name,
                settings.text("servlet-class"),
                settings.text("jsp-file"),
                settings.text("display-name"),
                values(draft.parameters),
                settings.integer("load-on-startup"),
                !Boolean.FALSE.equals(settings.bool("enabled")),
                Boolean.TRUE.equals(settings.bool("async-supported")),
                settings.value("multipart-config", Multipart.class),
                settings.text("run-as"),
                values(draft.roleReferences),
                settings.value("security", ServletSecurityElement.class),
                draft.location);
    }

    private static Filter filter(Component draft) {
        return new Filter(
                draft.name,
                draft.settings.text("filter-class"),
                draft.settings.text("display-name"),
                values(draft.parameters),
                Boolean.TRUE.equals(draft.settings.bool("async-supported")),
                draft.location);
    }

    /** A mapping of that name is a declaration, too (RESTful Web Services 4.0, 2.3.2.1); the room of REST says which class it is. */
    private void declareServletOfRest() {
        for (ServletMapping mapping : merged.servletMappings) {
            if (mapping.servlet().equals(OF_REST)) {
                merged.servlets.putIfAbsent(OF_REST, new Component(OF_REST, mapping.location()));
            }
        }
    }

    /** A pattern leads to one servlet (12.1). A fragment gives way to web.xml; any other doubt is an error. */
    private List<ServletMapping> servletMappings() throws DeploymentException {
        Map<String, ServletMapping> owners = new LinkedHashMap<>();
        List<ServletMapping> mappings = new ArrayList<>();
        for (ServletMapping mapping : merged.servletMappings) {
            requireServlet(mapping);
            List<String> own = new ArrayList<>();
            for (String pattern : mapping.patterns()) {
                ServletMapping other = owners.putIfAbsent(pattern, mapping);
                if (other == null) {
                    own.add(pattern);
                } else if (!other.servlet().equals(mapping.servlet()) && !givesWay(other, mapping)) {
                    throw new DeploymentException("the url-pattern '" + pattern + "' leads to two servlets: '"
                            + other.servlet() + "' at " + other.location() + " and '" + mapping.servlet() + "' at "
                            + mapping.location());
                }
            }
            if (!own.isEmpty()) {
                mappings.add(new ServletMapping(mapping.servlet(), List.copyOf(own), mapping.location()));
            }
        }
        return List.copyOf(mappings);
    }

    private boolean givesWay(ServletMapping first, ServletMapping second) {
        return main.servletMappings.contains(first) && !main.servletMappings.contains(second);
    }

    private void requireServlet(ServletMapping mapping) throws DeploymentException {
        if (!merged.servlets.containsKey(mapping.servlet())
                && !WebDescriptor.CONTAINER_SERVLETS.contains(mapping.servlet())) {
            throw new DeploymentException(mapping.location() + ": the servlet-mapping names the servlet '"
                    + mapping.servlet() + "', which is not declared; declared are " + merged.servlets.keySet());
        }
    }

    private List<FilterMapping> filterMappings() throws DeploymentException {
        for (FilterMapping mapping : merged.filterMappings) {
            if (!merged.filters.containsKey(mapping.filter())
                    && !WebDescriptor.CONTAINER_FILTERS.contains(mapping.filter())) {
                throw new DeploymentException(mapping.location() + ": the filter-mapping names the filter '"
                        + mapping.filter() + "', which is not declared; declared are " + merged.filters.keySet());
            }
        }
        return List.copyOf(merged.filterMappings);
    }

    private SessionConfig session() {
        Settings settings = merged.settings;
        Set<SessionTrackingMode> modes = new LinkedHashSet<>();
        Set<?> declared = settings.value("tracking-mode", Set.class);
        if (declared != null) {
            declared.forEach(mode -> modes.add((SessionTrackingMode) mode));
        }
        return new SessionConfig(
                settings.integer("session-timeout"),
                new SessionCookie(
                        settings.text("cookie name"),
                        settings.text("cookie domain"),
                        settings.text("cookie path"),
                        settings.text("cookie comment"),
                        settings.bool("cookie http-only"),
                        settings.bool("cookie secure"),
                        settings.integer("cookie max-age"),
                        values(merged.cookieAttributes)),
                Set.copyOf(modes));
    }

    private List<ErrorPage> errorPages() {
        List<ErrorPage> pages = new ArrayList<>();
        merged.errorPages.forEach((key, page) -> {
            boolean status = !key.isEmpty() && Character.isDigit(key.charAt(0));
            pages.add(new ErrorPage(
                    status ? Integer.valueOf(key) : null,
                    status || key.isEmpty() ? null : key,
                    page.value(),
                    page.location()));
        });
        return List.copyOf(pages);
    }

    private @Nullable LoginConfig login() {
        Declarations.Login login = merged.settings.value("login-config", Declarations.Login.class);
        Location location = merged.settings.location("login-config");
        return login == null || location == null
                ? null
                : new LoginConfig(login.method(), login.realm(), login.loginPage(), login.errorPage(), location);
    }
}
