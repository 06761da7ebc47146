package io.keelson.servlet.descriptor;

import io.keelson.component.descriptor.Declared;
import io.keelson.component.descriptor.Element;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.descriptor.WebDescriptor.JspPropertyGroup;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads what is in {@code jsp-config}.
 *
 * <p>Specification: Pages 4.0, 3.2 Taglib Map; Pages 4.0, 3.3 JSP Property Groups.
 */
final class JspConfigReader {
    private JspConfigReader() {}

    static void taglib(Element element, Declarations into) throws DeploymentException {
        into.taglibs.put(
                element.requiredTextOf("taglib-uri"),
                new Declared<>(element.requiredTextOf("taglib-location"), element.location()));
    }

    static JspPropertyGroup propertyGroup(Element element, Declarations into) throws DeploymentException {
        List<String> patterns = new ArrayList<>();
        for (Element pattern : element.all("url-pattern")) {
            patterns.add(Patterns.check(pattern, into.version));
        }
        if (patterns.isEmpty()) {
            throw element.wrong("expected at least one <url-pattern>");
        }
        return new JspPropertyGroup(
                List.copyOf(patterns),
                element.textOf("el-ignored"),
                element.textOf("error-on-el-not-found"),
                element.textOf("page-encoding"),
                element.textOf("scripting-invalid"),
                element.textOf("is-xml"),
                element.textsOf("include-prelude"),
                element.textsOf("include-coda"),
                element.textOf("deferred-syntax-allowed-as-literal"),
                element.textOf("trim-directive-whitespaces"),
                element.textOf("default-content-type"),
                element.textOf("buffer"),
                element.textOf("error-on-undeclared-namespace"),
                element.location());
    }
}
