package io.keelson.conversion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.spi.NamespaceMigration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import javax.tools.ToolProvider;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;

class TomcatMigrationTest {
    @TempDir
    Path directory;

    private final NamespaceMigration migration =
            ServiceLoader.load(NamespaceMigration.class).findFirst().orElseThrow();

    /** Class files of sources, by class name. */
    private Map<String, byte[]> compiled(Map<String, String> sources) throws IOException {
        List<String> files = new ArrayList<>(List.of("-d", directory.toString()));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = directory.resolve("src/" + source.getKey().replace('.', '/') + ".java");
            Files.createDirectories(file.getParent());
            files.add(Files.writeString(file, source.getValue()).toString());
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, files.toArray(String[]::new)))
                .isZero();
        Map<String, byte[]> classes = new HashMap<>();
        for (String name : sources.keySet()) {
            classes.put(name, Files.readAllBytes(directory.resolve(name.replace('.', '/') + ".class")));
        }
        return classes;
    }

    private static final class Loader extends ClassLoader {
        private final Map<String, byte[]> classes;

        Loader(Map<String, byte[]> classes) {
            this.classes = classes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    @Test
    void aClassRefersToTheNewTypesAndWorks() throws Exception {
        Map<String, byte[]> old = compiled(Map.of(
                "javax.servlet.Thing",
                "package javax.servlet; public interface Thing { String call(); }",
                "c.Mine",
                "package c; public class Mine implements javax.servlet.Thing { public String call() {"
                        + " return javax.servlet.Thing.class.getName() + \" javax.ejb.X \" + "
                        + "javax.sql.DataSource.class.getName(); } }"));
        Map<String, byte[]> converted = new HashMap<>();
        for (Map.Entry<String, byte[]> file : old.entrySet()) {
            String path = file.getKey().replace('.', '/') + ".class";
            assertThat(migration.converts(path)).isTrue();
            converted.put(
                    migration.path(path).replace(".class", "").replace('/', '.'),
                    migration.convert(path, file.getValue()).orElseThrow());
        }
        assertThat(converted).containsOnlyKeys("jakarta.servlet.Thing", "c.Mine");
        Class<?> mine = new Loader(converted).loadClass("c.Mine");
        assertThat(mine.getInterfaces()[0].getName()).isEqualTo("jakarta.servlet.Thing");
        assertThat(mine.getMethod("call").invoke(mine.getConstructor().newInstance()))
                .isEqualTo("jakarta.servlet.Thing jakarta.ejb.X javax.sql.DataSource");
    }

    /** What the servlet API of Java EE 8 had, as far as the classes below use it. */
    private static final Map<String, String> OLD_API = Map.of(
            "javax.servlet.ServletRequest",
            "package javax.servlet; public interface ServletRequest { String getRealPath(String path); }",
            "javax.servlet.ServletContext",
            "package javax.servlet; public interface ServletContext { void log(Exception e, String text); }",
            "javax.servlet.http.HttpServletRequest",
            "package javax.servlet.http; public interface HttpServletRequest extends javax.servlet.ServletRequest {"
                    + " boolean isRequestedSessionIdFromUrl(); }",
            "javax.servlet.http.HttpSession",
            "package javax.servlet.http; public interface HttpSession { Object getValue(String n); String[] getValueNames();"
                    + " void putValue(String n, Object v); void removeValue(String n); }",
            "javax.servlet.http.HttpServletResponse",
            "package javax.servlet.http; public interface HttpServletResponse { void setStatus(int s); void setStatus(int s, String m);"
                    + " String encodeUrl(String u); String encodeRedirectUrl(String u); }",
            "javax.servlet.http.HttpServletResponseWrapper",
            "package javax.servlet.http; public class HttpServletResponseWrapper implements HttpServletResponse {"
                    + " public HttpServletResponseWrapper(HttpServletResponse r) {} public void setStatus(int s) {}"
                    + " public void setStatus(int s, String m) {} public String encodeUrl(String u) { return u; }"
                    + " public String encodeRedirectUrl(String u) { return u; } }",
            "c.Wrapper",
            "package c; import javax.servlet.http.*; public class Wrapper extends HttpServletResponseWrapper {"
                    + " public Wrapper(HttpServletResponse r) { super(r); }"
                    + " public void setStatus(int s) { setStatus(s, null); }"
                    + " public void setStatus(int s, String m) { for (int i = 0; i < 1; i++) super.setStatus(s, m); }"
                    + " public String encodeUrl(String u) { return super.encodeUrl(u + 1); } }",
            "c.Mine",
            "package c; import javax.servlet.*; import javax.servlet.http.*; public class Mine {"
                    + " public String respond(HttpServletResponse r) { if (r != null) r.setStatus(404, \"gone\");"
                    + " return r.encodeUrl(\"a\") + r.encodeRedirectUrl(\"b\"); }"
                    + " public String ask(HttpServletRequest r, String p) { long l = 1; double d = 2;"
                    + " return r.getRealPath(p) + (r.isRequestedSessionIdFromUrl() ? l : d); }"
                    + " public String keep(HttpSession s) { s.putValue(\"k\", \"v\"); String all = "
                    + "s.getValue(\"k\") + s.getValueNames()[0];"
                    + " s.removeValue(\"k\"); return all; }"
                    + " public void log(ServletContext c) { try { c.log(new Exception(\"e\"), \"text\"); } "
                    + "finally { c.log(null, \"end\"); } } }");

    /** Answers by the name of the method, and notes the calls. */
    private static <T> T noting(Class<T> type, List<String> calls, Map<String, ?> answers) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    calls.add(method.getName() + Arrays.toString(arguments));
                    return answers.get(method.getName());
                }));
    }

    @Test
    void methodsThatAreGoneAreReplaced() throws Exception {
        Map<String, byte[]> converted = new HashMap<>();
        for (Map.Entry<String, byte[]> file : compiled(OLD_API).entrySet()) {
            if (file.getKey().startsWith("c.")) {
                String path = file.getKey().replace('.', '/') + ".class";
                converted.put(
                        file.getKey(), migration.convert(path, file.getValue()).orElseThrow());
            }
        }
        Loader loader = new Loader(converted);
        Class<?> type = loader.loadClass("c.Mine");
        Object mine = type.getConstructor().newInstance();
        List<String> calls = new ArrayList<>();
        HttpServletResponse response = noting(
                HttpServletResponse.class, calls, Map.of("encodeURL", "encoded ", "encodeRedirectURL", "redirect"));
        assertThat(type.getMethod("respond", HttpServletResponse.class).invoke(mine, response))
                .isEqualTo("encoded redirect");
        Object wrapper = loader.loadClass("c.Wrapper")
                .getConstructor(HttpServletResponse.class)
                .newInstance(response);
        ((HttpServletResponse) wrapper).setStatus(410);
        wrapper.getClass().getMethod("encodeUrl", String.class).invoke(wrapper, "x");
        assertThat(calls)
                .containsExactly(
                        "setStatus[404]", "encodeURL[a]", "encodeRedirectURL[b]", "setStatus[410]", "encodeURL[x1]");
        calls.clear();

        ServletContext context = noting(ServletContext.class, calls, Map.of("getRealPath", "/real"));
        HttpServletRequest request = noting(
                HttpServletRequest.class,
                calls,
                Map.of("getServletContext", context, "isRequestedSessionIdFromURL", true));
        assertThat(type.getMethod("ask", HttpServletRequest.class, String.class).invoke(mine, request, "/p"))
                .isEqualTo("/real1.0");
        HttpSession session = noting(
                HttpSession.class,
                calls,
                Map.of("getAttribute", "v", "getAttributeNames", Collections.enumeration(List.of("k"))));
        assertThat(type.getMethod("keep", HttpSession.class).invoke(mine, session))
                .isEqualTo("vk");
        type.getMethod("log", ServletContext.class).invoke(mine, context);
        assertThat(calls)
                .contains("getRealPath[/p]", "setAttribute[k, v]", "removeAttribute[k]")
                .endsWith("log[text, java.lang.Exception: e]", "log[end, null]");
    }

    @Test
    void bringsTheClassThatReplacesThem() throws Exception {
        String path = "io/keelson/conversion/RemovedMethods.class";
        byte[] content = migration.companions().get(path);
        assertThat(content).startsWith(0xCA, 0xFE, 0xBA, 0xBE);
        assertThat(new String(content, StandardCharsets.ISO_8859_1))
                .as("it needs nothing but the API")
                .doesNotContain("org/jspecify", "org/apache");
        byte[] mine = compiled(OLD_API).get("c.Mine");
        assertThat(new String(migration.convert("c/Mine.class", mine).orElseThrow(), StandardCharsets.ISO_8859_1))
                .contains(path.replace(".class", ""));
    }

    /** As in Shiro 1: a session of its own makes one, and nobody asks for it. */
    @Test
    void bringsTheTypeOfWhichSessionsOfFrameworksMakeOne() throws Exception {
        Map<String, byte[]> old = compiled(
                Map.of(
                        "javax.servlet.http.HttpSession",
                        "package javax.servlet.http; public interface HttpSession { HttpSessionContext getSessionContext(); }",
                        "javax.servlet.http.HttpSessionContext",
                        "package javax.servlet.http; public interface HttpSessionContext {"
                                + " HttpSession getSession(String id); java.util.Enumeration<String> getIds(); }",
                        "c.Session",
                        "package c; import javax.servlet.http.*; public class Session {"
                                + " static final HttpSessionContext NONE = new Context();"
                                + " public HttpSessionContext getSessionContext() { return NONE; } }",
                        "c.Context",
                        "package c; import javax.servlet.http.*; public class Context implements HttpSessionContext {"
                                + " public HttpSession getSession(String id) { return null; }"
                                + " public java.util.Enumeration<String> getIds() { return java.util.Collections.emptyEnumeration(); } }"));
        Map<String, byte[]> converted = new HashMap<>();
        for (String name : List.of("c.Session", "c.Context")) {
            converted.put(
                    name,
                    migration
                            .convert(name.replace('.', '/') + ".class", old.get(name))
                            .orElseThrow());
        }
        migration
                .companions()
                .forEach(
                        (path, file) -> converted.put(path.replace(".class", "").replace('/', '.'), file));
        Class<?> type = new Loader(converted).loadClass("c.Session");
        Object context =
                type.getMethod("getSessionContext").invoke(type.getConstructor().newInstance());
        Class<?> gone = context.getClass().getInterfaces()[0];
        assertThat(gone.getName()).isEqualTo("jakarta.servlet.http.HttpSessionContext");
        assertThat(gone.getMethod("getSession", String.class).getReturnType()).isEqualTo(HttpSession.class);
        assertThat(gone.getMethod("getSession", String.class).invoke(context, "x"))
                .isNull();
        assertThat(gone.getMethod("getIds").invoke(context)).isNotNull();
    }

    @Test
    void whatNamesNothingOldIsLeftAlone() throws Exception {
        byte[] plain = compiled(Map.of("c.Plain", "package c; public class Plain { javax.sql.DataSource d; }"))
                .get("c.Plain");
        assertThat(migration.convert("c/Plain.class", plain)).isEmpty();
        assertThat(migration.convert("a.jsp", "<%@page import='jakarta.servlet.X'%>".getBytes(StandardCharsets.UTF_8)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "page.jsp, true",
        "t.tld, true",
        "web.xml, true",
        "a.tag, true",
        "x.class, true",
        "x.png, false",
        "x.jar, false",
        "x.js, false",
    })
    void looksIntoClassesPagesAndDescriptors(String path, boolean converts) {
        assertThat(migration.converts(path)).isEqualTo(converts);
    }

    @Test
    void textsKeepEveryOtherByte() throws Exception {
        byte[] text = "\u00e4 \u20ac javax.persistence.Entity javax.transaction.xa.XAResource"
                .getBytes(StandardCharsets.UTF_8);
        assertThat(new String(migration.convert("a.xml", text).orElseThrow(), StandardCharsets.UTF_8))
                .isEqualTo("\u00e4 \u20ac jakarta.persistence.Entity javax.transaction.xa.XAResource");
    }

    /** The readers of Jakarta Validation know the old schemas by their old namespaces. */
    @Test
    void namespacesOfBeanValidationStayAsTheyWere() throws IOException {
        String written = "<constraint-mappings xmlns='http://jboss.org/xml/ns/javax/validation/mapping' version='1.1'>"
                + "<constraint annotation='javax.validation.constraints.NotNull'/><!-- \u00e9 --></constraint-mappings>";
        String converted = new String(
                migration
                        .convert("META-INF/mapping.xml", written.getBytes(StandardCharsets.UTF_8))
                        .orElseThrow(),
                StandardCharsets.UTF_8);
        assertThat(converted)
                .isEqualTo(written.replace("javax.validation.constraints", "jakarta.validation.constraints"));
    }

    @Test
    void whatIsNoClassFileIsSaid() {
        assertThatThrownBy(() -> migration.convert("a.class", new byte[] {1, 2, 3}))
                .isInstanceOf(IOException.class);
    }

    @Test
    void saysWhichVersionItIs() {
        assertThat(migration.version()).matches("tomcat-[0-9][A-Za-z0-9.-]*");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | all",
                "'   ' | all",
                "<beans/> | all",
                "<beans></beans> | all",
                "<?xml version='1.0'?><!-- <beans bean-discovery-mode='none'> --><beans "
                        + "xmlns='http://xmlns.jcp.org/xml/ns/javaee' version='1.1'/> | all",
                "<j:beans xmlns:j='http://xmlns.jcp.org/xml/ns/javaee'> </j:beans> | all",
                "<beans bean-discovery-mode='annotated'/> | annotated",
                "<beans xmlns='http://xmlns.jcp.org/xml/ns/javaee' bean-discovery-mode=\"none\"></beans> | none",
            })
    void aBeansXmlWithoutAModeMeantAllClasses(String written, String mode) throws Exception {
        byte[] content = (written == null ? "" : written).getBytes(StandardCharsets.UTF_8);
        for (String path : List.of("WEB-INF/beans.xml", "WEB-INF/classes/META-INF/beans.xml", "META-INF/beans.xml")) {
            byte[] converted = migration.convert(path, content).orElse(content);
            Element root = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new ByteArrayInputStream(converted))
                    .getDocumentElement();
            assertThat(root.getAttribute("bean-discovery-mode")).as(path).isEqualTo(mode);
        }
    }

    @Test
    void whatIsNoBeansXmlStaysAsItIs() throws Exception {
        for (String text : List.of("beans", "<bean/>", "<beansy/>", "<!-- <beans> -->")) {
            assertThat(migration.convert("META-INF/beans.xml", text.getBytes(StandardCharsets.UTF_8)))
                    .as(text)
                    .isEmpty();
        }
    }
}
