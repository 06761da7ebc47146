package io.keelson.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.spi.Archive;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.spi.ComponentFactory;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.jasper.servlet.JspCServletContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
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

        @Override
        public <T> T create(Class<T> type) throws Exception {
            made.add(type);
            return type.getDeclaredConstructor().newInstance();
        }

        @Override
        public void initialise(Object instance) {}

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
        Archive archive = answer(Archive.class, Map.of("libraries", List.of()));
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
                        directory.resolve("tmp")));
    }

    private String page(String path) throws Exception {
        Map<String, String> parameters = new HashMap<>(pages.initParameters());
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
        StringWriter text = new StringWriter();
        Map<String, Object> request = new HashMap<>();
        request.put("getServletPath", path);
        request.put("getMethod", "GET");
        request.put("getDispatcherType", DispatcherType.REQUEST);
        request.put("getServletContext", context);
        try {
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
        } finally {
            servlet.destroy();
        }
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
                "<%@ page session='false' %><%@ taglib prefix='c' uri='jakarta.tags.core' %><%@ taglib prefix='fn' uri='http://java.sun.com/jsp/jstl/functions' %>"
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
    void makesTagHandlersByTheFactoryAndTellsListeners() throws Exception {
        file("WEB-INF/t.tld", TAGLIB);
        file("c.jsp", "<%@ page session='false' %><%@ taglib prefix='t' uri='urn:test' %><t:made/>");
        open();
        assertThat(pages.listeners()).containsExactly("com.acme.TagListener");
        assertThat(page("/c.jsp")).isEqualTo("made");
        assertThat(components.made).contains(MadeTag.class);
    }

    @Test
    void aPageThatDoesNotCompileNamesItsLine() throws Exception {
        file("d.jsp", "<%@ page session='false' %>\n<% nonsense %>");
        open();
        assertThatThrownBy(() -> page("/d.jsp")).hasMessageContaining("/d.jsp").hasMessageContaining("[2]");
    }

    @Test
    void aBrokenTagLibraryFailsTheDeployment() throws Exception {
        file("WEB-INF/t.tld", "<taglib><tag>");
        assertThatThrownBy(this::open)
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("tag libraries of shop");
    }

    @Test
    void closingLeavesNothingInTheContext() throws Exception {
        open();
        pages.close();
        assertThat(context.getAttribute(org.apache.tomcat.InstanceManager.class.getName()))
                .isNull();
        assertThat(context.getAttribute(org.apache.tomcat.JarScanner.class.getName()))
                .isNull();
    }
}
