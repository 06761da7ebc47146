package io.keelson.servlet.container;

import io.keelson.servlet.descriptor.WebDescriptor;
import jakarta.servlet.descriptor.JspConfigDescriptor;
import jakarta.servlet.descriptor.JspPropertyGroupDescriptor;
import jakarta.servlet.descriptor.TaglibDescriptor;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code jsp-config} as {@code ServletContext.getJspConfigDescriptor} gives it.
 *
 * <p>Specification: Servlet 6.1, 8.3 JSP Container Pluggability.
 */
record JspConfigView(WebDescriptor.JspConfig config) implements JspConfigDescriptor {
    @Override
    public Collection<TaglibDescriptor> getTaglibs() {
        return config.taglibs().entrySet().stream()
                .<TaglibDescriptor>map(entry -> new Taglib(entry.getKey(), entry.getValue()))
                .toList();
    }

    @Override
    public Collection<JspPropertyGroupDescriptor> getJspPropertyGroups() {
        return config.propertyGroups().stream()
                .<JspPropertyGroupDescriptor>map(Group::new)
                .toList();
    }

    private record Taglib(String uri, String location) implements TaglibDescriptor {
        @Override
        public String getTaglibURI() {
            return uri;
        }

        @Override
        public String getTaglibLocation() {
            return location;
        }
    }

    private record Group(WebDescriptor.JspPropertyGroup group) implements JspPropertyGroupDescriptor {
        @Override
        public Collection<String> getUrlPatterns() {
            return List.copyOf(group.patterns());
        }

        @Override
        public @Nullable String getElIgnored() {
            return group.elIgnored();
        }

        @Override
        public @Nullable String getErrorOnELNotFound() {
            return group.errorOnElNotFound();
        }

        @Override
        public @Nullable String getPageEncoding() {
            return group.pageEncoding();
        }

        @Override
        public @Nullable String getScriptingInvalid() {
            return group.scriptingInvalid();
        }

        @Override
        public @Nullable String getIsXml() {
            return group.isXml();
        }

        @Override
        public Collection<String> getIncludePreludes() {
            return List.copyOf(group.includePreludes());
        }

        @Override
        public Collection<String> getIncludeCodas() {
            return List.copyOf(group.includeCodas());
        }

        @Override
        public @Nullable String getDeferredSyntaxAllowedAsLiteral() {
            return group.deferredSyntaxAllowedAsLiteral();
        }

        @Override
        public @Nullable String getTrimDirectiveWhitespaces() {
            return group.trimDirectiveWhitespaces();
        }

        @Override
        public @Nullable String getDefaultContentType() {
            return group.defaultContentType();
        }

        @Override
        public @Nullable String getBuffer() {
            return group.buffer();
        }

        @Override
        public @Nullable String getErrorOnUndeclaredNamespace() {
            return group.errorOnUndeclaredNamespace();
        }
    }
}
