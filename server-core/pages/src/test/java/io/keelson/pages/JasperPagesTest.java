package io.keelson.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.component.spi.Assembly;
import io.keelson.component.spi.ComponentFactory;
import io.keelson.deploy.spi.Archive;
import io.keelson.deploy.spi.Archive.Library;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.spi.PagesProvider;
import io.keelson.servlet.spi.PagesProvider.Pages;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.jasper.JasperException;
import org.apache.jasper.servlet.JspCServletContext;
import org.apache.tomcat.InstanceManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs pages with Jasper's own offline context in place of the container's. */
public class JasperPagesTest {
    private static final String TAGLIB = """
            <taglib xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0">
              <tlib-version>1.0</tlib-version><short-name>t</short-name><uri>urn:test</uri>
              <listener><listener-class>com.acme.TagListener</listener-class></listener>
              <tag><name>made</name><tag-class>io.keelson.pages.JasperPagesTest$MadeTag</tag-class><body-content>empty</body-content></tag>
            </taglib>
            """;

    @TempDir
    Path directory;

    private final Components components = new Components();
    private final List<Library> libraries = new ArrayList<>();
    private final List<Library> shared = new ArrayList<>();
    private ServletContext context;
    private Pages pages;

    /** A tag that says that it was made by the factory. */
    public static final class MadeTag extends jakarta.servlet.jsp.tagext.TagSupport {
        private static final long serialVersionUID = 1L;

        @Override
        public int doStartTag() throws jakarta.servlet.jsp.JspException {
            try {
                pageContext.getOut().print("made");
            } catch (IOException e) {
                throw new jakarta.servlet.jsp.JspException(e);
            }
            return SKIP_BODY;
        }
    }

    private static final class Components implements ComponentFactory {
        final List<Class<?>> made = new ArrayList<>();
        final List<Object> initialised = new ArrayList<>();

        @Override
        public <T> T create(Class<T> type) throws Exception {
            made.add(type);
            return type.getDeclaredConstructor().newInstance();
        }

        @Override
        public <T> Assembly<T> assemble(Class<T> type) {
            throw new UnsupportedOperationException("pages make whole components");
        }

        @Override
        public void initialise(Object instance) {
            initialised.add(instance);
        }

        @Override
        public void destroy(Object instance) {}
    }

    @BeforeEach
    void begin() throws IOException {
        Files.createDirectories(directory.resolve("war/WEB-INF/tags"));
    }

    @AfterEach
    void end() {
        if (pages != null) {
            pages.close();
        }
    }

    private void file(String path, String content) throws IOException {
        Files.writeString(directory.resolve("war").resolve(path), content);
    }

    private void open() throws Exception {
        context = new JspCServletContext(
                new PrintWriter(new StringWriter()),
                directory.resolve("war").toUri().toURL(),
                getClass().getClassLoader(),
                false,
                true);
        PagesProvider provider =
                ServiceLoader.load(PagesProvider.class).findFirst().orElseThrow();
        pages = provider.open(deployment(), context, components);
    }

    private Deployment deployment() {
        Archive archive = answer(Archive.class, Map.of("libraries", libraries, "sharedLibraries", shared));
        return answer(
                Deployment.class,
                Map.of(
                        "name",
                        "shop",
                        "archive",
                        archive,
                        "classLoader",
                        getClass().getClassLoader(),
                        "temporaryDirectory",
                        directory.resolve("tmp"),
                        "attachment",
                        Optional.empty()));
    }

    /** The answer of a servlet that has answered nothing before. */
    private String page(String path) throws Exception {
        Servlet servlet = servlet();
        try {
            return page(servlet, path);
        } finally {
            servlet.destroy();
        }
    }

    private Servlet servlet() throws Exception {
        return servlet(Map.of());
    }

    /** A servlet with other init parameters, as an application may declare them. */
    private Servlet servlet(Map<String, String> declared) throws Exception {
        Map<String, String> parameters = new HashMap<>(pages.initParameters());
        parameters.putAll(declared);
        Servlet servlet = pages.servlet().getDeclaredConstructor().newInstance();
        servlet.init(answer(
                ServletConfig.class,
                Map.of(
                        "getServletContext",
                        context,
                        "getServletName",
                        "jsp",
                        "getInitParameterNames",
                        Collections.enumeration(parameters.keySet())),
                parameters));
        return servlet;
    }

    private String page(Servlet servlet, String path) throws Exception {
        StringWriter text = new StringWriter();
        Map<String, Object> request = new HashMap<>();
        request.put("getServletPath", path);
        request.put("getMethod", "GET");
        request.put("getDispatcherType", DispatcherType.REQUEST);
        request.put("getServletContext", context);
        servlet.service(
                answer(HttpServletRequest.class, request),
                answer(
                        HttpServletResponse.class,
                        Map.of(
                                "getWriter",
                                new PrintWriter(text),
                                "getCharacterEncoding",
                                "UTF-8",
                                "getBufferSize",
                                8192)));
        return text.toString().replaceAll("\\s+", " ").strip();
    }

    private static <T> T answer(Class<T> type, Map<String, ?> answers) {
        return answer(type, answers, Map.of());
    }

    /** An object that answers by the name of the method; init parameters by theirs; otherwise nothing. */
    private static <T> T answer(Class<T> type, Map<String, ?> answers, Map<String, String> parameters) {
        return type.cast(Proxy.newProxyInstance(
                JasperPagesTest.class.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    if (method.getName().equals("getInitParameter")) {
                        return parameters.get((String) arguments[0]);
                    }
                    Object answer = answers.get(method.getName());
                    Class<?> returned = method.getReturnType();
                    return answer != null || !returned.isPrimitive() || returned == void.class
                            ? answer
                            : returned == boolean.class ? (Object) false : (Object) 0;
                }));
    }

    @Test
    void compilesAPageWithExpressionsAndStandardTags() throws Exception {
        file(
                "a.jsp",
                "<%@ page session='false' %><%@ taglib prefix='c' uri='jakarta.tags.core' %><%@ taglib "
                        + "prefix='fn' uri='http://java.sun.com/jsp/jstl/functions' %>"
                        + "<c:forEach var='i' begin='1' end='3'>${i * 2} </c:forEach>${fn:toUpperCase('x')}<%= 1 + 1 %>");
        open();
        assertThat(page("/a.jsp")).isEqualTo("2 4 6 X2");
        assertThat(directory.resolve("tmp/pages/org/apache/jsp/a_jsp.class")).exists();
    }

    @Test
    void runsTagFiles() throws Exception {
        file("WEB-INF/tags/box.tag", "<%@ attribute name='title' %>[${title}: <jsp:doBody/>]");
        file(
                "b.jsp",
                "<%@ page session='false' %><%@ taglib prefix='t' tagdir='/WEB-INF/tags' %><t:box title='x'>body</t:box>");
        open();
        assertThat(page("/b.jsp")).isEqualTo("[x: body]");
    }

    @Test
    void initialisesTagHandlersByTheFactoryAndTellsListeners() throws Exception {
        file("WEB-INF/t.tld", TAGLIB);
        file("c.jsp", "<%@ page session='false' %><%@ taglib prefix='t' uri='urn:test' %><t:made/>");
        open();
        assertThat(pages.listeners()).containsExactly("com.acme.TagListener");
        assertThat(page("/c.jsp")).isEqualTo("made");
        assertThat(components.initialised).hasExactlyElementsOfTypes(MadeTag.class);
        assertThat(components.made).extracting(Class::getSimpleName).containsExactly("c_jsp");
    }

    @Test
    void aPageOfPages3MaySayThatItIsThreadSafe() throws Exception {
        file("old.jsp", "<%@ page isThreadSafe=\"false\" session=\"false\" %><p>${1 + 1}</p>");
        file("wrong.jsp", "<%@ page isFast=\"true\" %>");
        open();

        assertThat(page("/old.jsp")).isEqualTo("<p>2</p>");
        assertThatThrownBy(() -> page("/wrong.jsp")).hasMessageContaining("isFast");
    }

    @Test
    void aPageThatDoesNotCompileNamesItsLine() throws Exception {
        file("d.jsp", "<%@ page session='false' %>\n<% nonsense %>");
        open();
        assertThatThrownBy(() -> page("/d.jsp")).hasMessageContaining("/d.jsp").hasMessageContaining("[2]");
    }

    @Test
    void aPageThatDoesNotCompileSaysSoEveryTime() throws Exception {
        file("d.jsp", "<%@ page session='false' %>\n<% nonsense %>");
        open();
        Servlet servlet = servlet();
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> page(servlet, "/d.jsp"))
                    .hasMessageContaining("/d.jsp")
                    .hasMessageContaining("[2]");
        }
        servlet.destroy();
    }

    @Test
    void theDirectoryOfCompiledPagesMayBeDeleted() throws Exception {
        file("e.jsp", "<%@ page session='false' %>e");
        file("f.jsp", "<%@ page session='false' %>f");
        open();
        Servlet servlet = servlet();
        assertThat(page(servlet, "/e.jsp")).isEqualTo("e");
        try (Stream<Path> files = Files.walk(directory.resolve("tmp"))) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        assertThat(page(servlet, "/e.jsp")).isEqualTo("e");
        assertThat(page(servlet, "/f.jsp")).isEqualTo("f");
        servlet.destroy();
        assertThat(page("/e.jsp")).as("compiled again").isEqualTo("e");
    }

    /** Whole in every answer, whoever compiles it; what is in between is told, and forgotten when it is mended. */
    @Test
    @Timeout(60)
    void aPageMayChangeWhileItIsServed() throws Exception {
        change("first");
        open();
        Servlet servlet = servlet(Map.of("modificationTestInterval", "0"));
        AtomicBoolean enough = new AtomicBoolean();
        ExecutorService clients = Executors.newFixedThreadPool(4);
        try {
            List<Future<Set<String>>> seen = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                seen.add(clients.submit(() -> answers(servlet, enough)));
            }
            for (String version : List.of("second", "third", "<% broken", "fourth")) {
                change(version);
                String expected = version.startsWith("<%") ? "it does not compile" : version + " " + version;
                while (!answer(servlet).equals(expected)) {
                    Thread.onSpinWait();
                }
            }
            enough.set(true);
            for (Future<Set<String>> one : seen) {
                assertThat(one.get(30, TimeUnit.SECONDS))
                        .contains("fourth fourth")
                        .isSubsetOf(
                                "first first", "second second", "third third", "it does not compile", "fourth fourth");
            }
        } finally {
            enough.set(true);
            clients.shutdown();
            servlet.destroy();
        }
    }

    /** A page that did not compile for one request has no class for another that came to it in this moment. */
    @Test
    void aClassThatIsGoneIsLookedForAgain() throws Exception {
        file("g.jsp", "<%@ page session='false' %>g");
        open();
        InstanceManager made = (InstanceManager) context.getAttribute(InstanceManager.class.getName());
        AtomicInteger missing = new AtomicInteger(1);
        context.setAttribute(
                InstanceManager.class.getName(),
                Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {InstanceManager.class},
                        (self, method, arguments) -> {
                            if (arguments.length == 2 && missing.getAndDecrement() > 0) {
                                throw new ClassNotFoundException((String) arguments[0]);
                            }
                            return method.invoke(made, arguments);
                        }));
        assertThat(page("/g.jsp")).isEqualTo("g");
        file("h.jsp", "<%@ page session='false' %>h");
        missing.set(2);
        assertThatThrownBy(() -> page("/h.jsp")).hasRootCauseInstanceOf(ClassNotFoundException.class);
    }

    private void change(String version) throws IOException {
        file("next", "<%@ page session='false' %>" + version + " " + version);
        Files.move(
                directory.resolve("war/next"), directory.resolve("war/changing.jsp"), StandardCopyOption.ATOMIC_MOVE);
    }

    private Set<String> answers(Servlet servlet, AtomicBoolean enough) throws Exception {
        Set<String> seen = new HashSet<>();
        boolean last;
        do {
            last = enough.get();
            seen.add(answer(servlet));
        } while (!last);
        return seen;
    }

    private String answer(Servlet servlet) throws Exception {
        try {
            return page(servlet, "/changing.jsp");
        } catch (JasperException e) {
            if (String.valueOf(e.getMessage()).contains("/changing.jsp (line: [1]")) {
                return "it does not compile";
            }
            throw e;
        }
    }

    @Test
    void aBrokenTagLibraryFailsTheDeployment() throws Exception {
        file("WEB-INF/t.tld", "<taglib><tag>");
        assertThatThrownBy(this::open)
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("tag libraries of shop");
    }

    @Test
    void aBrokenTagLibraryInALibraryIsNamed() throws Exception {
        Path jar = directory.resolve("tags.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry("META-INF/own.tld"));
            zip.write("<taglib><tag>".getBytes(StandardCharsets.UTF_8));
        }
        libraries.add(answer(Library.class, Map.of("name", "tags.jar", "path", jar)));
        assertThatThrownBy(this::open)
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("tag libraries of shop")
                .hasMessageContaining("/WEB-INF/lib/tags.jar")
                .hasMessageContaining("own.tld");
    }

    private Library library(String name, String... files) throws IOException {
        Path jar = directory.resolve(name);
        Files.createDirectories(jar.getParent());
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (int i = 0; i < files.length; i += 2) {
                zip.putNextEntry(new ZipEntry(files[i]));
                zip.write(files[i + 1].getBytes(StandardCharsets.UTF_8));
            }
        }
        return answer(Library.class, Map.of("name", jar.getFileName().toString(), "path", jar));
    }

    private static String taglib(String uri, String path) {
        return "<taglib xmlns='https://jakarta.ee/xml/ns/jakartaee' version='4.0'><tlib-version>1.0</tlib-version>"
                + "<short-name>t</short-name><uri>" + uri + "</uri><tag-file><name>box</name><path>" + path
                + "</path></tag-file></taglib>";
    }

    /** Those that the modules of an enterprise application share; what the application itself brings comes first. */
    @Test
    void findsTagLibrariesInSharedLibraries() throws Exception {
        libraries.add(library(
                "war/WEB-INF/lib/own.jar",
                "META-INF/both.tld",
                taglib("urn:both", "/META-INF/tags/own.tag"),
                "META-INF/tags/own.tag",
                "own"));
        shared.add(library(
                "shared.jar",
                "META-INF/shared.tld",
                taglib("urn:shared", "/META-INF/tags/box.tag"),
                "META-INF/both.tld",
                taglib("urn:both", "/META-INF/tags/box.tag"),
                "META-INF/tags/box.tag",
                "[<jsp:doBody/>]"));
        file(
                "s.jsp",
                "<%@ page session='false' %><%@ taglib prefix='s' uri='urn:shared' %><%@ taglib prefix='b' uri='urn:both' %>"
                        + "<s:box>shared</s:box> <b:box/>");
        open();
        assertThat(page("/s.jsp")).isEqualTo("[shared] own");
    }

    @Test
    void closingLeavesNothingInTheContext() throws Exception {
        open();
        pages.close();
        assertThat(context.getAttribute(InstanceManager.class.getName())).isNull();
        assertThat(context.getAttribute(org.apache.tomcat.JarScanner.class.getName()))
                .isNull();
    }
}
