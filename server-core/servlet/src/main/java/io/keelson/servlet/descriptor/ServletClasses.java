package io.keelson.servlet.descriptor;

import io.keelson.component.descriptor.Location;
import io.keelson.servlet.descriptor.WebDescriptor.Multipart;
import jakarta.annotation.security.DeclareRoles;
import jakarta.annotation.security.RunAs;
import jakarta.servlet.HttpConstraintElement;
import jakarta.servlet.HttpMethodConstraintElement;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.annotation.MultipartConfig;
import jakarta.servlet.annotation.ServletSecurity;
import jakarta.servlet.annotation.ServletSecurity.EmptyRoleSemantic;
import jakarta.servlet.annotation.ServletSecurity.TransportGuarantee;
import java.util.ArrayList;
import java.util.List;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jspecify.annotations.Nullable;

/**
 * Reads the annotations on the class of a servlet, wherever the servlet was declared: {@code @MultipartConfig}, {@code @RunAs},
 * {@code @DeclareRoles} and {@code @ServletSecurity}. Of these only {@code @ServletSecurity} is inherited from superclasses.
 *
 * <p>Specification: Servlet 6.1, 8.1.5 @MultipartConfig; Servlet 6.1, 13.4.1 @ServletSecurity Annotation; Servlet 6.1, 15.5.2
 * @DeclareRoles; Servlet 6.1, 15.5.13 @RunAs Annotation.
 */
final class ServletClasses {
    private final IndexView index;

    ServletClasses(IndexView index) {
        this.index = index;
    }

    /** Completes a servlet's draft; adds roles to the application's. */
    void apply(Component servlet, Declarations application) {
        String className = servlet.settings.text("servlet-class");
        ClassInfo type = className == null ? null : index.getClassByName(DotName.createSimple(className));
        if (type == null) {
            return; // a page, or a class that is not the application's own
        }
        Location location = Location.of("class " + className);
        AnnotationInstance multipart = type.declaredAnnotation(DotName.createSimple(MultipartConfig.class.getName()));
        if (multipart != null && !servlet.settings.has("multipart-config")) {
            servlet.settings.put("multipart-config", multipart(multipart), location);
        }
        AnnotationInstance runAs = type.declaredAnnotation(DotName.createSimple(RunAs.class.getName()));
        if (runAs != null && !servlet.settings.has("run-as")) {
            servlet.settings.put("run-as", runAs.value().asString(), location);
        }
        AnnotationInstance roles = type.declaredAnnotation(DotName.createSimple(DeclareRoles.class.getName()));
        if (roles != null) {
            application.securityRoles.addAll(List.of(roles.value().asStringArray()));
        }
        AnnotationInstance security = inherited(type, DotName.createSimple(ServletSecurity.class.getName()));
        if (security != null) {
            ServletSecurityElement element = security(security);
            servlet.settings.put("security", element, location);
            application.securityRoles.addAll(ServletSecurityConstraints.roles(element));
        }
    }

    private @Nullable AnnotationInstance inherited(ClassInfo type, DotName annotation) {
        ClassInfo at = type;
        while (at != null) {
            AnnotationInstance found = at.declaredAnnotation(annotation);
            if (found != null) {
                return found;
            }
            at = at.superName() == null ? null : index.getClassByName(at.superName());
        }
        return null;
    }

    private static Multipart multipart(AnnotationInstance annotation) {
        AnnotationValue location = annotation.value("location");
        AnnotationValue file = annotation.value("maxFileSize");
        AnnotationValue request = annotation.value("maxRequestSize");
        AnnotationValue threshold = annotation.value("fileSizeThreshold");
        return new Multipart(
                location == null || location.asString().isEmpty() ? null : location.asString(),
                file == null ? -1 : file.asLong(),
                request == null ? -1 : request.asLong(),
                threshold == null ? 0 : threshold.asInt());
    }

    private static ServletSecurityElement security(AnnotationInstance annotation) {
        AnnotationValue value = annotation.value();
        HttpConstraintElement general =
                value == null ? new HttpConstraintElement() : constraint(value.asNested(), "value");
        List<HttpMethodConstraintElement> methods = new ArrayList<>();
        AnnotationValue each = annotation.value("httpMethodConstraints");
        if (each != null) {
            for (AnnotationInstance method : each.asNestedArray()) {
                methods.add(new HttpMethodConstraintElement(
                        method.value().asString(), constraint(method, "emptyRoleSemantic")));
            }
        }
        return new ServletSecurityElement(general, methods);
    }

    private static HttpConstraintElement constraint(AnnotationInstance annotation, String semantic) {
        AnnotationValue empty = annotation.value(semantic);
        AnnotationValue transport = annotation.value("transportGuarantee");
        AnnotationValue roles = annotation.value("rolesAllowed");
        return new HttpConstraintElement(
                empty == null ? EmptyRoleSemantic.PERMIT : EmptyRoleSemantic.valueOf(empty.asEnum()),
                transport == null ? TransportGuarantee.NONE : TransportGuarantee.valueOf(transport.asEnum()),
                roles == null ? new String[0] : roles.asStringArray());
    }
}
