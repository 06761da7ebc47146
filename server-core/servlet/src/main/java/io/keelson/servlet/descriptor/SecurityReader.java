package io.keelson.servlet.descriptor;

import io.keelson.component.descriptor.Element;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.descriptor.WebDescriptor.SecurityConstraint;
import io.keelson.servlet.descriptor.WebDescriptor.Transport;
import io.keelson.servlet.descriptor.WebDescriptor.WebResourceCollection;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code security-constraint} and {@code login-config}.
 *
 * <p>Specification: Servlet 6.1, 13.6 Authentication; Servlet 6.1, 13.8 Specifying Security Constraints.
 */
final class SecurityReader {
    private SecurityReader() {}

    static SecurityConstraint constraint(Element element, String version) throws DeploymentException {
        List<WebResourceCollection> resources = new ArrayList<>();
        for (Element collection : element.all("web-resource-collection")) {
            resources.add(collection(collection, version));
        }
        if (resources.isEmpty()) {
            throw element.wrong("expected at least one <web-resource-collection>");
        }
        Element auth = element.first("auth-constraint");
        @Nullable Set<String> roles = auth == null ? null : roles(auth);
        return new SecurityConstraint(
                element.textOf("display-name"),
                List.copyOf(resources),
                roles,
                transport(element.first("user-data-constraint")),
                element.location());
    }

    private static Set<String> roles(Element auth) throws DeploymentException {
        Set<String> roles = new LinkedHashSet<>();
        for (Element role : auth.all("role-name")) {
            roles.add(role.requiredText());
        }
        return Set.copyOf(roles);
    }

    private static WebResourceCollection collection(Element element, String version) throws DeploymentException {
        List<String> patterns = new ArrayList<>();
        for (Element pattern : element.all("url-pattern")) {
            patterns.add(Patterns.check(pattern, version));
        }
        if (patterns.isEmpty()) {
            throw element.wrong("expected at least one <url-pattern>: a collection without one would protect nothing");
        }
        Set<String> methods = methods(element, "http-method");
        Set<String> omitted = methods(element, "http-method-omission");
        if (!methods.isEmpty() && !omitted.isEmpty()) {
            throw element.wrong("has http-method and http-method-omission; expected one kind");
        }
        return new WebResourceCollection(element.textOf("web-resource-name"), List.copyOf(patterns), methods, omitted);
    }

    /** Methods as written: HTTP methods are case-sensitive. */
    private static Set<String> methods(Element element, String name) throws DeploymentException {
        Set<String> methods = new LinkedHashSet<>();
        for (Element method : element.all(name)) {
            methods.add(method.requiredText());
        }
        return Set.copyOf(methods);
    }

    private static Transport transport(@Nullable Element element) throws DeploymentException {
        if (element == null) {
            return Transport.NONE;
        }
        String guarantee = element.requiredTextOf("transport-guarantee");
        return switch (guarantee.toUpperCase(Locale.ROOT)) {
            case "NONE" -> Transport.NONE;
            case "INTEGRAL" -> Transport.INTEGRAL;
            case "CONFIDENTIAL" -> Transport.CONFIDENTIAL;
            default -> throw element.wrong("expected NONE, INTEGRAL or CONFIDENTIAL, found '" + guarantee + "'");
        };
    }

    static Declarations.Login login(Element element, String version) throws DeploymentException {
        String method = element.textOf("auth-method");
        Element form = element.first("form-login-config");
        if (form == null && "FORM".equalsIgnoreCase(method)) {
            throw element.wrong("expected a <form-login-config> with FORM");
        }
        return new Declarations.Login(
                method,
                element.textOf("realm-name"),
                form == null ? null : page(form, "form-login-page", version),
                form == null ? null : page(form, "form-error-page", version));
    }

    private static String page(Element form, String name, String version) throws DeploymentException {
        String path = form.requiredTextOf(name);
        if (!path.startsWith("/") && version.equals("2.2")) {
            return "/" + path;
        }
        if (!path.startsWith("/")) {
            throw form.wrong("expected a <" + name + "> with a slash in front, found '" + path + "'");
        }
        return Patterns.path(path, form.location().toString());
    }
}
