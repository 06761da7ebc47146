package io.keelson.servlet.descriptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.keelson.component.descriptor.ComponentDescriptor;
import io.keelson.component.descriptor.DescriptorXml;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.TestDeployment;
import io.keelson.servlet.TestWar;
import io.keelson.servlet.auth.SecurityModel;
import io.keelson.servlet.descriptor.WebDescriptor.Filter;
import io.keelson.servlet.descriptor.WebDescriptor.Initializer;
import io.keelson.servlet.descriptor.WebDescriptor.SecurityConstraint;
import io.keelson.servlet.descriptor.WebDescriptor.Servlet;
import io.keelson.servlet.descriptor.WebDescriptor.ServletMapping;
import io.keelson.servlet.descriptor.WebDescriptor.Transport;
import io.keelson.servlet.fixture.Said;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.SessionTrackingMode;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebDescriptorsTest {
    private static final String SCI = "META-INF/services/jakarta.servlet.ServletContainerInitializer";

    @TempDir
    Path directory;

    private TestWar war;

    @BeforeEach
    void begin() {
        war = new TestWar(directory.resolve("war"));
    }

    private WebDescriptor read() throws Exception {
        try (TestDeployment deployment = war.deployment()) {
            WebDescriptors.read(deployment);
            return WebDescriptors.complete(deployment, WebDescriptors.merge(deployment));
        }
    }

    private void refused(String... parts) {
        assertThatThrownBy(this::read).isInstanceOf(DeploymentException.class).hasMessageContainingAll(parts);
    }

    @Test
    void anEmptyArchiveIsAnApplication() throws Exception {
        WebDescriptor web = read();
        assertThat(web.module().version()).isEqualTo("6.1");
        assertThat(web.module().metadataComplete()).isFalse();
        assertThat(web.code().servlets()).isEmpty();
        assertThat(web.content().welcomeFiles()).containsExactly("index.html", "index.htm", "index.jsp");
        assertThat(web.orderedLibraries()).isNull();
        assertThat(web.module().distributable()).isFalse();
        assertThat(web.server()).isEqualTo(ServerSettings.NONE);
    }

    @Test
    void readsEveryElement() throws Exception {
        war.webXml("""
                <display-name>Shop</display-name>
                <distributable/>
                <deny-uncovered-http-methods/>
                <default-context-path>/shop</default-context-path>
                <context-param><param-name>a</param-name><param-value>1</param-value></context-param>
                <servlet>
                  <servlet-name>s</servlet-name><servlet-class>c.S</servlet-class>
                  <init-param><param-name>x</param-name><param-value> y </param-value></init-param>
                  <load-on-startup>2</load-on-startup><enabled>false</enabled><async-supported>true</async-supported>
                  <run-as><role-name>r</role-name></run-as>
                  <security-role-ref><role-name>in-code</role-name><role-link>r</role-link></security-role-ref>
                  <multipart-config><location>/tmp/x</location><max-file-size>5</max-file-size>
                    <max-request-size>6</max-request-size><file-size-threshold>7</file-size-threshold></multipart-config>
                </servlet>
                <servlet><servlet-name>p</servlet-name><jsp-file>/p.jsp</jsp-file><load-on-startup/></servlet>
                <servlet-mapping><servlet-name>s</servlet-name><url-pattern>/s/*</url-pattern><url-pattern></url-pattern></servlet-mapping>
                <servlet-mapping><servlet-name>default</servlet-name><url-pattern>*.css</url-pattern></servlet-mapping>
                <filter><filter-name>f</filter-name><filter-class>c.F</filter-class></filter>
                <filter-mapping><filter-name>f</filter-name><servlet-name>s</servlet-name>
                  <dispatcher>ERROR</dispatcher><dispatcher>INCLUDE</dispatcher></filter-mapping>
                <listener><listener-class>c.L</listener-class></listener>
                <session-config><session-timeout>7</session-timeout>
                  <cookie-config><name>SID</name><path>/x</path><http-only>true</http-only><secure>false</secure><max-age>9</max-age>
                    <attribute><attribute-name>SameSite</attribute-name><attribute-value>Lax</attribute-value></attribute></cookie-config>
                  <tracking-mode>COOKIE</tracking-mode></session-config>
                <welcome-file-list><welcome-file>/a.html</welcome-file><welcome-file>b.jsp</welcome-file></welcome-file-list>
                <error-page><error-code>404</error-code><location>/404</location></error-page>
                <error-page><exception-type>c.E</exception-type><location>/e</location></error-page>
                <error-page><location>/any</location></error-page>
                <mime-mapping><extension>XYZ</extension><mime-type>text/xyz</mime-type></mime-mapping>
                <locale-encoding-mapping-list><locale-encoding-mapping><locale>ja</locale><encoding>EUC-JP</encoding>\
                </locale-encoding-mapping></locale-encoding-mapping-list>
                <request-character-encoding>UTF-8</request-character-encoding>
                <response-character-encoding>UTF-16</response-character-encoding>
                <jsp-config><taglib><taglib-uri>u</taglib-uri><taglib-location>/t.tld</taglib-location></taglib>
                  <jsp-property-group><url-pattern>*.x</url-pattern><el-ignored>true</el-ignored>\
                  <include-prelude>/p</include-prelude></jsp-property-group></jsp-config>
                <security-constraint><web-resource-collection><web-resource-name>n</web-resource-name><url-pattern>/adm/*</url-pattern>
                  <http-method>GET</http-method></web-resource-collection><auth-constraint><role-name>*</role-name></auth-constraint>
                  <user-data-constraint><transport-guarantee>CONFIDENTIAL</transport-guarantee></user-data-constraint></security-constraint>
                <login-config><auth-method>FORM</auth-method><form-login-config><form-login-page>/in</form-login-page>\
                <form-error-page>/no</form-error-page></form-login-config></login-config>
                <security-role><role-name>r</role-name></security-role>
                <env-entry><env-entry-name>n</env-entry-name><env-entry-type>java.lang.Integer</env-entry-type>\
                <env-entry-value>5</env-entry-value></env-entry>
                """);
        WebDescriptor web = read();

        assertThat(web.module().displayName()).isEqualTo("Shop");
        assertThat(web.module().distributable()).isTrue();
        assertThat(web.security().denyUncoveredHttpMethods()).isTrue();
        assertThat(web.module().defaultContextPath()).isEqualTo("/shop");
        assertThat(web.module().contextParameters()).containsEntry("a", "1");
        Servlet servlet = web.code().servlets().get(0);
        assertThat(servlet.className()).isEqualTo("c.S");
        assertThat(servlet.initParameters()).containsEntry("x", "y");
        assertThat(servlet.loadOnStartup()).isEqualTo(2);
        assertThat(servlet.enabled()).isFalse();
        assertThat(servlet.asyncSupported()).isTrue();
        assertThat(servlet.runAs()).isEqualTo("r");
        assertThat(servlet.roleReferences()).containsEntry("in-code", "r");
        assertThat(servlet.multipart()).isEqualTo(new WebDescriptor.Multipart("/tmp/x", 5, 6, 7));
        assertThat(servlet.location().file()).isEqualTo("WEB-INF/web.xml");
        assertThat(servlet.location().line()).isEqualTo(7);
        assertThat(web.code().servlets().get(1).jspFile()).isEqualTo("/p.jsp");
        assertThat(web.code().servlets().get(1).loadOnStartup()).isZero();
        assertThat(web.code().servletMappings())
                .extracting(ServletMapping::servlet, mapping -> String.join(" ", mapping.patterns()))
                .containsExactly(tuple("s", "/s/* "), tuple("default", "*.css"));
        assertThat(web.code().filters()).extracting(Filter::className).containsExactly("c.F");
        assertThat(web.code().filterMappings().get(0).dispatchers())
                .containsExactlyInAnyOrder(DispatcherType.ERROR, DispatcherType.INCLUDE);
        assertThat(web.code().listeners().get(0).className()).isEqualTo("c.L");
        assertThat(web.session().timeoutMinutes()).isEqualTo(7);
        assertThat(web.session().cookie().name()).isEqualTo("SID");
        assertThat(web.session().cookie().httpOnly()).isTrue();
        assertThat(web.session().cookie().secure()).isFalse();
        assertThat(web.session().cookie().maxAgeSeconds()).isEqualTo(9);
        assertThat(web.session().cookie().attributes()).containsEntry("SameSite", "Lax");
        assertThat(web.session().trackingModes()).containsExactly(SessionTrackingMode.COOKIE);
        assertThat(web.content().welcomeFiles()).containsExactly("a.html", "b.jsp");
        assertThat(web.content().errorPages())
                .extracting(
                        WebDescriptor.ErrorPage::status,
                        WebDescriptor.ErrorPage::exceptionType,
                        WebDescriptor.ErrorPage::path)
                .containsExactly(tuple(404, null, "/404"), tuple(null, "c.E", "/e"), tuple(null, null, "/any"));
        assertThat(web.content().mimeTypes()).containsEntry("xyz", "text/xyz");
        assertThat(web.content().localeEncodings()).containsEntry("ja", "EUC-JP");
        assertThat(web.content().requestCharacterEncoding()).isEqualTo("UTF-8");
        assertThat(web.content().responseCharacterEncoding()).isEqualTo("UTF-16");
        assertThat(web.jsp().taglibs()).containsEntry("u", "/t.tld");
        assertThat(web.jsp().propertyGroups().get(0).elIgnored()).isEqualTo("true");
        SecurityConstraint constraint = web.security().constraints().get(0);
        assertThat(constraint.roles()).containsExactly("*");
        assertThat(constraint.transport()).isEqualTo(Transport.CONFIDENTIAL);
        assertThat(constraint.resources().get(0).methods()).containsExactly("GET");
        assertThat(web.security().login().formLoginPage()).isEqualTo("/in");
        assertThat(web.security().roles()).containsExactly("r");
        assertThat(web.components().environment().get(0).value()).isEqualTo("5");
    }

    @ParameterizedTest
    @CsvSource({
        "2.2, <!DOCTYPE web-app PUBLIC '-//Sun Microsystems Inc.//DTD Web Application 2.2//EN' "
                + "'http://nowhere.invalid/web-app_2_2.dtd'><web-app version='2.2'>",
        "2.3, <!DOCTYPE web-app PUBLIC '-//Sun Microsystems Inc.//DTD Web Application 2.3//EN' "
                + "'http://nowhere.invalid/web-app_2_3.dtd'><web-app>",
        "2.2, '<!DOCTYPE web-app\nPUBLIC \"-//Sun Microsystems, Inc.//DTD Web Application "
                + "2.2//EN\" \"http://nowhere.invalid/web-app_2_2.dtd\"><web-app>'",
        "2.3, <!DOCTYPE web-app\tPUBLIC '-//Sun Microsystems Inc.//DTD Web Application 2.3//EN' "
                + "'http://nowhere.invalid/web-app_2_3.dtd'><web-app>",
        "2.4, <web-app xmlns='http://java.sun.com/xml/ns/j2ee' version='2.4'>",
        "2.5, <web-app xmlns='http://java.sun.com/xml/ns/javaee' version='2.5'>",
        "3.1, <web-app xmlns='http://xmlns.jcp.org/xml/ns/javaee' version='3.1'>",
        "6.0, <web-app version='6.0'>",
        "6.1, <web-app>",
        "2.2, '<?xml version=\"1.0\"?><!-- <!DOCTYPE a PUBLIC \"Web Application 2.3\" \"b\"> --> "
                + "<!DOCTYPE web-app PUBLIC\n\"-//Sun Microsystems, Inc.//DTD Web Application 2.2//EN\" "
                + "\"http://nowhere.invalid/web-app_2_2.dtd\"><web-app>'",
    })
    void readsOldDescriptorsWithoutFetchingTheirDtd(String version, String head) throws Exception {
        war.file("WEB-INF/web.xml", head + "<display-name>old</display-name></web-app>");
        WebDescriptor web = read();
        assertThat(web.module().displayName()).isEqualTo("old");
        assertThat(web.module().version()).isEqualTo(version);
        assertThat(web.module().metadataComplete()).isEqualTo(version.compareTo("2.5") < 0);
    }

    @Test
    void entitiesAreNotResolved() {
        war.file("secret.txt", "secret");
        war.file(
                "WEB-INF/web.xml",
                "<!DOCTYPE web-app [<!ENTITY e SYSTEM 'file://" + directory + "/war/secret.txt'>]>\n"
                        + "<web-app><display-name>&e;</display-name></web-app>");
        refused("WEB-INF/web.xml:2:");
    }

    @Test
    void aDescriptorThatSaysNoVersionMayHavePatternsWithoutALeadingSlash() throws Exception {
        war.file(
                "WEB-INF/web.xml",
                "<web-app><servlet><servlet-name>s</servlet-name><servlet-class>x</servlet-class></servlet>"
                        + "<servlet-mapping><servlet-name>s</servlet-name><url-pattern>a</url-pattern></servlet-mapping>"
                        + "</web-app>");
        assertThat(read().code().servletMappings().get(0).patterns()).containsExactly("/a");
    }

    /** As samples for WebLogic have it. */
    @Test
    void aPageOfAServletMayLackTheLeadingSlash() throws Exception {
        war.file(
                "WEB-INF/web.xml",
                "<web-app version='3.0'><servlet><servlet-name>s</servlet-name><jsp-file>a.jsp</jsp-file></servlet>"
                        + "</web-app>");
        assertThat(read().code().servlets().get(0).jspFile()).isEqualTo("/a.jsp");
    }

    @Test
    void version22HasPathsWithoutALeadingSlash() throws Exception {
        war.file(
                "WEB-INF/web.xml",
                "<!DOCTYPE web-app PUBLIC '-//Sun Microsystems, Inc.//DTD Web Application 2.2//EN' 'x'><web-app>"
                        + "<servlet><servlet-name>s</servlet-name><jsp-file>a.jsp</jsp-file></servlet>"
                        + "<servlet-mapping><servlet-name>s</servlet-name><url-pattern>a</url-pattern></servlet-mapping>"
                        + "<login-config><auth-method>FORM</auth-method><form-login-config><form-login-page>in.jsp"
                        + "</form-login-page><form-error-page>/no.jsp</form-error-page></form-login-config></login-config>"
                        + "</web-app>");
        WebDescriptor web = read();
        assertThat(web.code().servlets().get(0).jspFile()).isEqualTo("/a.jsp");
        assertThat(web.code().servletMappings().get(0).patterns()).containsExactly("/a");
        assertThat(web.security().login().formLoginPage()).isEqualTo("/in.jsp");
    }

    @Test
    void callbacksAndInjectionTargetsAreRead() throws Exception {
        war.webXml("""
                <env-entry><env-entry-name>n</env-entry-name><env-entry-type>java.lang.Integer</env-entry-type>\
                <env-entry-value>5</env-entry-value>
                  <injection-target><injection-target-class>c.A</injection-target-class>\
                  <injection-target-name>size</injection-target-name></injection-target></env-entry>
                <post-construct><lifecycle-callback-class>c.A</lifecycle-callback-class>\
                <lifecycle-callback-method>begin</lifecycle-callback-method></post-construct>
                <pre-destroy><lifecycle-callback-class>c.A</lifecycle-callback-class>\
                <lifecycle-callback-method>end</lifecycle-callback-method></pre-destroy>
                """);
        WebDescriptor web = read();
        assertThat(web.components().environment().get(0).targets())
                .containsExactly(new ComponentDescriptor.InjectionTarget("c.A", "size"));
        assertThat(web.components().lifecycle().postConstruct()).containsEntry("c.A", "begin");
        assertThat(web.components().lifecycle().preDestroy()).containsEntry("c.A", "end");
    }

    @Test
    void rolesOfAnnotationsCountAsDeclaredButForTheStars() throws Exception {
        war.classes(Fixtures.ForAll.class);
        WebDescriptor web = read();
        assertThat(web.security().roles()).containsExactly("clerk");
        assertThat(SecurityModel.of("shop", web).roles()).containsExactly("clerk");
    }

    @Test
    void anAnnotationHoldsForPatternsThatCodeAdds() throws Exception {
        war.classes(Fixtures.ForAll.class);
        WebDescriptor web = read();
        String name = web.code().servlets().get(0).name();
        SecurityModel model = SecurityModel.of(
                "shop",
                web,
                java.util.Map.of(name, web.code().servlets().get(0).security()),
                servlet -> java.util.List.of("/for-all", "/added"));
        assertThat(model.constraints())
                .allSatisfy(constraint ->
                        assertThat(constraint.resources().get(0).patterns()).containsExactly("/for-all", "/added"));
    }

    @Test
    void ofTwoInitParametersWithOneNameTheFirstCounts() throws Exception {
        String two = "<init-param><param-name>a</param-name><param-value>first</param-value></init-param>"
                + "<init-param><param-name>a</param-name><param-value>second</param-value></init-param>";
        war.webXml("<servlet><servlet-name>s</servlet-name><servlet-class>S</servlet-class>" + two + "</servlet>"
                + "<filter><filter-name>f</filter-name><filter-class>F</filter-class>" + two + "</filter>");
        WebDescriptor web = read();
        assertThat(web.code().servlets().get(0).initParameters()).containsEntry("a", "first");
        assertThat(web.code().filters().get(0).initParameters()).containsEntry("a", "first");
    }

    @Test
    void deepAndLargeDocumentsAreRefused() {
        war.file("WEB-INF/web.xml", "<a>".repeat(100) + "</a>".repeat(100));
        refused("WEB-INF/web.xml:1:", "in one another");
        war.file("WEB-INF/web.xml", "<web-app>" + " ".repeat(DescriptorXml.MOST_BYTES) + "</web-app>");
        refused("WEB-INF/web.xml", "larger than");
    }

    /** Applications lack the slash, since the servers that they were made for let it be missing. */
    @ParameterizedTest
    @ValueSource(strings = {"2.4", "3.1", "4.0", "6.1"})
    void aPatternMayLackItsSlash(String version) throws Exception {
        war.file(
                "WEB-INF/web.xml",
                "<web-app xmlns='http://xmlns.jcp.org/xml/ns/javaee' version='" + version
                        + "'><servlet><servlet-name>a</servlet-name><servlet-class>c.A</servlet-class></servlet>"
                        + "<servlet-mapping><servlet-name>a</servlet-name><url-pattern>a</url-pattern></servlet-mapping></web-app>");
        assertThat(read().code().servletMappings().get(0).patterns()).containsExactly("/a");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<servlet><servlet-class>x</servlet-class></servlet>|:2:|expected a <servlet-name>",
                "<session-config><session-timeout>soon</session-timeout></session-config>|:2:|whole number, found 'soon'",
                "<servlet><servlet-name>a</servlet-name></servlet><servlet><servlet-name>a</servlet-name>"
                        + "</servlet>|declared twice|first at WEB-INF/web.xml:2:",
                "<servlet-mapping><servlet-name>a</servlet-name><url-pattern>/a</url-pattern></servlet-mapping>|servlet 'a'|not declared",
                "<filter-mapping><filter-name>a</filter-name><url-pattern>/a</url-pattern></filter-mapping>|filter 'a'|not declared",
                "<servlet><servlet-name>a</servlet-name></servlet><servlet-mapping><servlet-name>a</servlet-name>"
                        + "<url-pattern>a*b</url-pattern></servlet-mapping>|:2:|did you mean '/a*b'",
                "<servlet><servlet-name>a</servlet-name></servlet><servlet><servlet-name>b</servlet-name></servlet>"
                        + "<servlet-mapping><servlet-name>a</servlet-name><url-pattern>/a</url-pattern></servlet-mapping>"
                        + "<servlet-mapping><servlet-name>b</servlet-name><url-pattern>/a</url-pattern>"
                        + "</servlet-mapping>|leads to two servlets|'b'",
                "<login-config><auth-method>FORM</auth-method></login-config>|:2:|form-login-config",
                "<session-config/><session-config/>|occurs twice|first at WEB-INF/web.xml:2:",
                "<jsp-config/><jsp-config/>|occurs twice|first at WEB-INF/web.xml:2:",
                "<login-config/><login-config/>|occurs twice|first at WEB-INF/web.xml:2:",
                "<post-construct><lifecycle-callback-method>a</lifecycle-callback-method></post-construct>|:2:|lifecycle-callback-class",
                "<error-page><error-code>x</error-code><location>/a</location></error-page>|:2:|whole number",
                "<error-page><error-code>404</error-code><location>a</location></error-page>|:2:|slash in front",
                "<security-constraint><web-resource-collection><web-resource-name>x</web-resource-name>"
                        + "</web-resource-collection></security-constraint>|:2:|would protect nothing",
                "<filter><filter-name>f</filter-name></filter><filter-mapping><filter-name>f</filter-name>"
                        + "<url-pattern>/*</url-pattern><dispatcher>NEVER</dispatcher></filter-mapping>|:2:|found 'NEVER'",
                "<display-name>|WEB-INF/web.xml:|not well-formed",
            })
    void errorsSayWhereAndWhat(String xml, String first, String second) {
        war.webXml(xml);
        refused(first, second);
    }

    @Test
    void theContainersFilterOfConversationsIsMappedWithoutADeclaration() throws Exception {
        war.webXml(
                "<filter-mapping><filter-name>CDI Conversation Filter</filter-name><url-pattern>/*</url-pattern></filter-mapping>");

        assertThat(read().code().filterMappings())
                .singleElement()
                .satisfies(mapping -> assertThat(mapping.filter()).isEqualTo("CDI Conversation Filter"));
    }

    @Test
    void readsAnnotations() throws Exception {
        war.classes(Fixtures.Orders.class, Fixtures.SubOrders.class, Fixtures.Audit.class, Fixtures.Listening.class);
        WebDescriptor web = read();
        Servlet orders = web.code().servlets().stream()
                .filter(servlet -> servlet.name().equals("orders"))
                .findFirst()
                .orElseThrow();
        assertThat(orders.className()).isEqualTo(Fixtures.Orders.class.getName());
        assertThat(orders.initParameters()).containsEntry("size", "10").containsEntry("unit", "kg");
        assertThat(orders.loadOnStartup()).isEqualTo(3);
        assertThat(orders.asyncSupported()).isTrue();
        assertThat(orders.multipart()).isEqualTo(new WebDescriptor.Multipart(null, 1000, -1, 10));
        assertThat(orders.runAs()).isEqualTo("clerk");
        assertThat(web.security().roles()).contains("clerk", "boss");
        assertThat(web.code().filterMappings().get(0).dispatchers())
                .containsExactlyInAnyOrder(DispatcherType.FORWARD, DispatcherType.ASYNC);
        assertThat(web.code().filterMappings().get(0).servlets()).containsExactly("orders");
        assertThat(web.code().listeners()).hasSize(1);
        // The security of the superclass is inherited, its multipart configuration is not.
        Servlet sub = web.code().servlets().stream()
                .filter(servlet -> !servlet.name().equals("orders"))
                .findFirst()
                .orElseThrow();
        assertThat(sub.multipart()).isNull();
        assertThat(SecurityModel.of("shop", web).constraints())
                .extracting(
                        constraint -> constraint.resources().get(0).patterns(),
                        SecurityConstraint::roles,
                        constraint -> constraint.resources().get(0).omittedMethods(),
                        SecurityConstraint::transport)
                .contains(
                        tuple(
                                java.util.List.of("/orders/*", "*.order"),
                                java.util.Set.of("clerk"),
                                java.util.Set.of("DELETE"),
                                Transport.NONE),
                        tuple(
                                java.util.List.of("/sub"),
                                java.util.Set.of("boss"),
                                java.util.Set.of(),
                                Transport.CONFIDENTIAL));
    }

    @Test
    void aServletWithoutPatternIsRefusedByItsClass() {
        war.classes(Fixtures.Nowhere.class);
        refused(Fixtures.Nowhere.class.getName(), "WEB-INF/classes", "no URL pattern");
    }

    @Test
    void theDescriptorWinsOverAnnotations() throws Exception {
        war.classes(Fixtures.Orders.class);
        war.webXml("""
                <servlet><servlet-name>orders</servlet-name>
                  <init-param><param-name>size</param-name><param-value>99</param-value></init-param></servlet>
                <servlet-mapping><servlet-name>orders</servlet-name><url-pattern>/elsewhere</url-pattern></servlet-mapping>
                <security-constraint><web-resource-collection><web-resource-name>n</web-resource-name>\
                <url-pattern>/elsewhere</url-pattern></web-resource-collection></security-constraint>
                """);
        WebDescriptor web = read();
        assertThat(web.code().servlets()).hasSize(1);
        assertThat(web.code().servlets().get(0).initParameters())
                .containsEntry("size", "99")
                .containsEntry("unit", "kg");
        assertThat(web.code().servletMappings())
                .extracting(ServletMapping::patterns)
                .containsExactly(java.util.List.of("/elsewhere"));
        assertThat(SecurityModel.of("shop", web).constraints())
                .as("the annotation has no effect on a pattern of the descriptor")
                .hasSize(1);
    }

    @Test
    void completeMetadataLeavesOutAnnotationsAndFragments() throws Exception {
        war.classes(Fixtures.Orders.class);
        war.fragment("a.jar", "<context-param><param-name>p</param-name><param-value>1</param-value></context-param>");
        war.file("WEB-INF/web.xml", "<web-app version='6.1' metadata-complete='true'/>");
        WebDescriptor web = read();
        assertThat(web.module().metadataComplete()).isTrue();
        assertThat(web.code().servlets()).isEmpty();
        assertThat(web.module().contextParameters()).isEmpty();
    }

    @Test
    void completeMetadataLeavesOutFragmentsThatAreWrongToo() throws Exception {
        war.fragment("a.jar", "<name>same</name>")
                .fragment("b.jar", "<name>same</name>")
                .fragment("c.jar", "<name>");
        refused("c.jar");
        war.file("WEB-INF/web.xml", "<web-app version='6.1' metadata-complete='1'/>");
        assertThat(read().module().metadataComplete()).isTrue();
    }

    @Test
    void aCompleteFragmentHidesItsOwnAnnotationsOnly() throws Exception {
        war.library("a.jar", Fixtures.Orders.class);
        war.library("a.jar", "META-INF/web-fragment.xml", "<web-fragment version='6.1' metadata-complete='true'/>");
        war.library("b.jar", Fixtures.Audit.class);
        WebDescriptor web = read();
        assertThat(web.code().servlets()).isEmpty();
        assertThat(web.code().filters()).hasSize(1);
    }

    @Test
    void fragmentsAddToWebXmlWhichWins() throws Exception {
        war.webXml("""
                <context-param><param-name>p</param-name><param-value>main</param-value></context-param>
                <servlet><servlet-name>s</servlet-name><servlet-class>c.S</servlet-class></servlet>
                <servlet-mapping><servlet-name>s</servlet-name><url-pattern>/main</url-pattern></servlet-mapping>
                """);
        war.fragment("a.jar", """
                <name>a</name>
                <context-param><param-name>p</param-name><param-value>a</param-value></context-param>
                <context-param><param-name>q</param-name><param-value>a</param-value></context-param>
                <servlet><servlet-name>s</servlet-name><servlet-class>c.Other</servlet-class><load-on-startup>4</load-on-startup></servlet>
                <servlet-mapping><servlet-name>s</servlet-name><url-pattern>/a</url-pattern></servlet-mapping>
                <listener><listener-class>c.A</listener-class></listener>
                """);
        WebDescriptor web = read();
        assertThat(web.module().contextParameters()).containsEntry("p", "main").containsEntry("q", "a");
        assertThat(web.code().servlets().get(0).className()).isEqualTo("c.S");
        assertThat(web.code().servlets().get(0).loadOnStartup()).isEqualTo(4);
        assertThat(web.code().servletMappings())
                .extracting(ServletMapping::patterns)
                .containsExactly(java.util.List.of("/main"));
        assertThat(web.code().listeners()).hasSize(1);
    }

    @Test
    void fragmentsThatDisagreeAreBothNamed() {
        war.fragment("a.jar", "<context-param><param-name>p</param-name><param-value>1</param-value></context-param>");
        war.fragment("b.jar", "<context-param><param-name>p</param-name><param-value>2</param-value></context-param>");
        refused("'p'", "a.jar!META-INF/web-fragment.xml:2:", "b.jar!META-INF/web-fragment.xml:2:");
    }

    @Test
    void distributableOnlyWhenEveryFragmentIs() throws Exception {
        war.webXml("<distributable/>").library("plain.jar", "x.txt", "x");
        war.fragment("a.jar", "<distributable/>");
        assertThat(read().module().distributable()).isTrue();
        war.fragment("b.jar", "<name>b</name>");
        assertThat(read().module().distributable()).isFalse();
    }

    @Test
    void initializersOfOtherServersAreLeftOut() throws Exception {
        war.library("tomcat-embed-websocket.jar", SCI, "org.apache.tomcat.websocket.server.WsSci\n");
        assertThat(read().code().initializers()).isEmpty();
    }

    @Test
    void initializersGetTheTypesThatTheyHandle() throws Exception {
        war.library("sci.jar", SCI, "# plugins\n" + Fixtures.PluginInitializer.class.getName() + " # here\n");
        war.library(
                "sci.jar",
                Fixtures.PluginInitializer.class,
                Fixtures.Plugin.class,
                Fixtures.BasePlugin.class,
                Fixtures.Marked.class);
        war.library("plain.jar", SCI, Fixtures.PlainInitializer.class.getName());
        war.library("plain.jar", Fixtures.PlainInitializer.class);
        war.classes(Fixtures.RedPlugin.class, Fixtures.HasMarkedMethod.class, Fixtures.Thrown.class);
        assertThat(read().code().initializers())
                .extracting(Initializer::className, Initializer::handled)
                .containsExactlyInAnyOrder(
                        tuple(Fixtures.PlainInitializer.class.getName(), null),
                        tuple(
                                Fixtures.PluginInitializer.class.getName(),
                                java.util.List.of(
                                        Fixtures.RedPlugin.class.getName(),
                                        Fixtures.BasePlugin.class.getName(),
                                        Fixtures.HasMarkedMethod.class.getName(),
                                        // IllegalStateException is between it and RuntimeException, outside of the
                                        // index
                                        Fixtures.Thrown.class.getName())));
    }

    @Test
    void anAbsoluteOrderLeavesOutLibrariesWhole() throws Exception {
        war.webXml("<absolute-ordering><name>b</name></absolute-ordering>");
        war.fragment("a.jar", "<name>a</name><listener><listener-class>c.A</listener-class></listener>");
        war.fragment("b.jar", "<name>b</name><listener><listener-class>c.B</listener-class></listener>");
        war.library("sci.jar", SCI, Fixtures.PlainInitializer.class.getName());
        war.library("sci.jar", Fixtures.PlainInitializer.class, Fixtures.Orders.class);
        WebDescriptor web = read();
        assertThat(web.code().listeners())
                .extracting(WebDescriptor.Listener::className)
                .containsExactly("c.B");
        assertThat(web.orderedLibraries()).containsExactly("b.jar");
        assertThat(web.code().initializers()).isEmpty();
        assertThat(web.code().servlets()).isEmpty();
    }

    @Test
    void readsWeblogicXml() throws Exception {
        war.file("WEB-INF/weblogic.xml", """
                <!DOCTYPE weblogic-web-app PUBLIC "-//BEA Systems, \
                Inc.//DTD Web Application 8.1//EN" "http://www.bea.com/servers/wls810/dtd/weblogic810-web-jar.dtd">
                <weblogic-web-app xmlns="http://xmlns.oracle.com/weblogic/weblogic-web-app">
                  <context-root>store/</context-root>
                  <wl-dispatch-policy>batch</wl-dispatch-policy>
                  <session-descriptor><timeout-secs>90</timeout-secs><cookie-name>SC</cookie-name>\
                  <cookie-secure>true</cookie-secure></session-descriptor>
                  <container-descriptor><prefer-application-packages><package-name>org.foo.*</package-name></prefer-application-packages>
                    <index-directory-enabled>true</index-directory-enabled></container-descriptor>
                  <security-role-assignment><role-name>r</role-name><principal-name>joe</principal-name>\
                  <principal-name>staff</principal-name></security-role-assignment>
                  <run-as-role-assignment><role-name>r</role-name><run-as-principal-name>joe</run-as-principal-name>\
                  </run-as-role-assignment>
                  <virtual-directory-mapping><local-path>/srv/img</local-path><url-pattern>/img/*</url-pattern>\
                  <url-pattern>*.gif</url-pattern></virtual-directory-mapping>
                </weblogic-web-app>
                """);
        ServerSettings server = read().server();
        assertThat(server.contextRoot()).isEqualTo("/store");
        assertThat(server.dispatchPolicy().value()).isEqualTo("batch");
        assertThat(server.session().timeoutSeconds()).isEqualTo(90);
        assertThat(server.session().cookieName()).isEqualTo("SC");
        assertThat(server.session().cookieSecure()).isTrue();
        assertThat(server.container().preferApplicationPackages()).containsExactly("org.foo.*");
        assertThat(server.container().indexDirectoryEnabled()).isTrue();
        assertThat(server.roles().get("r")).containsExactlyInAnyOrder("joe", "staff");
        assertThat(server.runAs()).containsEntry("r", "joe");
        assertThat(server.virtualDirectories().get(0).patterns()).containsExactly("/img/*", "*.gif");
    }

    @ParameterizedTest
    @CsvSource({
        "cookie-name,a b",
        "cookie-name,a;b",
        "cookie-name,$a",
        "cookie-name,Köcher",
        "cookie-path,/x;y",
        "cookie-path,x",
        "cookie-domain,bad domain",
        "id-length,0",
        "id-length,100000",
        "timeout-secs,-5",
        "max-in-memory-sessions,-9",
        "cache-size,-2",
        "invalidation-interval-secs,0",
        "persistent-session-flush-interval,0",
        "persistent-session-flush-threshold,-1",
        "persistent-async-queue-timeout,-1",
    })
    void whatNoSessionCanHaveIsRefusedWhereItStands(String element, String text) throws Exception {
        war.file(
                "WEB-INF/weblogic.xml",
                "<weblogic-web-app>\n<session-descriptor><" + element + ">" + text + "</" + element
                        + "></session-descriptor></weblogic-web-app>");
        refused("WEB-INF/weblogic.xml:2:", "<" + element + ">", "found", text);
    }

    @ParameterizedTest
    @CsvSource({
        "<name>a b</name>,a b",
        "<path>/x;y</path>,/x;y",
        "<domain>bad domain</domain>,bad domain",
        "<attribute><attribute-name>SameSite</attribute-name><attribute-value>a;b</attribute-value></attribute>,a;b",
    })
    void norInWebXml(String element, String text) throws Exception {
        war.webXml("<session-config><cookie-config>" + element + "</cookie-config></session-config>");
        refused("WEB-INF/web.xml:", "found '" + text + "'");
    }

    @Test
    void readsWhatWeblogicXmlSaysOfServletsRolesAndCharsets() throws Exception {
        war.file("WEB-INF/weblogic.xml", """
                <weblogic-web-app xmlns="http://www.bea.com/ns/weblogic/90">
                  <session-descriptor><tracking-enabled>false</tracking-enabled><max-save-post-size>100</max-save-post-size>
                    <persistent-store-type>replicated_if_clustered</persistent-store-type>\
                    <persistent-store-dir>x</persistent-store-dir></session-descriptor>
                  <container-descriptor><allow-all-roles>true</allow-all-roles><native-io-enabled>true</native-io-enabled>\
                  </container-descriptor>
                  <servlet-descriptor><servlet-name>s</servlet-name><run-as-principal-name>joe</run-as-principal-name></servlet-descriptor>
                  <charset-params><input-charset><resource-path>/*</resource-path><java-charset-name>utf8</java-charset-name>\
                  </input-charset></charset-params>
                  <security-role-assignment><role-name>r</role-name><externally-defined/></security-role-assignment>
                </weblogic-web-app>
                """);
        ServerSettings server = read().server();
        assertThat(server.session().trackingEnabled()).isFalse();
        assertThat(server.session().maxSavePostSize()).isEqualTo(100);
        assertThat(server.session().persistence().directory()).isEqualTo("x");
        assertThat(server.session().persistence().type().value()).isEqualTo("replicated_if_clustered");
        assertThat(server.session().persistence().type().location().line()).isEqualTo(3);
        assertThat(server.container().allowAllRoles()).isTrue();
        assertThat(server.container().other()).containsEntry("native-io-enabled", "true");
        assertThat(server.runAsOfServlets()).containsEntry("s", "joe");
        assertThat(server.requestCharset()).isEqualTo("UTF-8");
        assertThat(server.roles().get("r")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // what nobody misses
                "<session-descriptor><debug-enabled>true</debug-enabled><cache-size>5</cache-size></session-descriptor>|",
                "<container-descriptor><prefer-web-inf-classes>true</prefer-web-inf-classes></container-descriptor>|",
                "<container-descriptor><prefer-application-packages><package-name>org.*</package-name>"
                        + "</prefer-application-packages></container-descriptor>|",
                "<container-descriptor><save-sessions-enabled>false</save-sessions-enabled></container-descriptor>|",
                "<container-descriptor><check-auth-on-forward/><index-directory-sort-by>SIZE</index-directory-sort-by>"
                        + "</container-descriptor>|",
                "<description>d</description><weblogic-version>12</weblogic-version>|",
                // what does not work
                "<container-descriptor><save-sessions-enabled>true</save-sessions-enabled>"
                        + "</container-descriptor>|KLS-101101 save-sessions-enabled",
                "<container-descriptor><redirect-content>x</redirect-content></container-descriptor>|KLS-101101 redirect-content",
                "<jsp-descriptor><precompile>true</precompile></jsp-descriptor>|KLS-101101 jsp-descriptor",
                "<auth-filter>c.F</auth-filter>|KLS-101101 auth-filter",
                "<charset-params><input-charset><resource-path>/jp/*</resource-path><java-charset-name>SJIS</java-charset-name>"
                        + "</input-charset></charset-params>|KLS-101101 input-charset",
                // what no schema has
                "<contekst-root>/x</contekst-root>|KLS-101100 contekst-root weblogic.xml:2:",
                "<session-descriptor><timeout>1</timeout></session-descriptor>|KLS-101100 timeout session-descriptor",
                "<container-descriptor><x/></container-descriptor>|KLS-101100 container-descriptor",
            })
    void saysOfWeblogicXmlOnlyWhatIsMissed(String xml, String said) throws Exception {
        war.file("WEB-INF/weblogic.xml", "<weblogic-web-app>\n" + xml + "</weblogic-web-app>");
        try (Said log = new Said()) {
            read();
            if (said == null) {
                assertThat(log.messages()).isEmpty();
            } else {
                assertThat(log.messages()).singleElement().asString().contains(said.split(" "));
            }
        }
    }

    /** 14.2: paths are made canonical, and must not lead out. */
    @Test
    void pathsWithDotSegmentsAreWhatTheyMean() throws Exception {
        war.webXml("""
                <servlet><servlet-name>s</servlet-name><servlet-class>c.S</servlet-class></servlet>
                <servlet><servlet-name>j</servlet-name><jsp-file>/x/../y.jsp</jsp-file></servlet>
                <servlet-mapping><servlet-name>s</servlet-name><url-pattern>/a/../b/*</url-pattern>\
                <url-pattern>/.well-known/./c</url-pattern></servlet-mapping>
                <error-page><error-code>404</error-code><location>/e/./../f?g=/../h</location></error-page>
                <login-config><auth-method>FORM</auth-method><form-login-config><form-login-page>/./in</form-login-page>\
                <form-error-page>/no</form-error-page></form-login-config></login-config>
                """);
        WebDescriptor web = read();
        assertThat(web.code().servletMappings().get(0).patterns()).containsExactly("/b/*", "/.well-known/c");
        assertThat(web.content().errorPages().get(0).path()).isEqualTo("/f?g=/../h");
        assertThat(web.security().login().formLoginPage()).isEqualTo("/in");
        assertThat(web.code().servlets())
                .extracting(WebDescriptor.Servlet::jspFile)
                .contains("/y.jsp");
        war.webXml("<error-page><location>/a/../../b</location></error-page>");
        refused("WEB-INF/web.xml:2:", "leads out");
    }

    @ParameterizedTest
    @CsvSource({
        "'', NAME, , false",
        "<index-directory-sort-by>last_modified</index-directory-sort-by>, LAST_MODIFIED, , false",
        "<default-mime-type>text/plain</default-mime-type>, NAME, text/plain, false",
        "<check-auth-on-forward/>, NAME, , true",
        "<check-auth-on-forward>true</check-auth-on-forward>, NAME, , true",
        "<check-auth-on-forward>false</check-auth-on-forward>, NAME, , false",
    })
    void readsWhatWeblogicXmlSaysOfFilesAndForwards(
            String xml, ServerSettings.DirectoryOrder order, String type, boolean checked) throws Exception {
        war.file(
                "WEB-INF/weblogic.xml",
                "<weblogic-web-app><container-descriptor>" + xml + "</container-descriptor></weblogic-web-app>");
        ServerSettings.ContainerDescriptor container = read().server().container();
        assertThat(container.indexDirectoryOrder()).isEqualTo(order);
        assertThat(container.defaultMimeType()).isEqualTo(type);
        assertThat(container.checkAuthOnForward()).isEqualTo(checked);
    }

    @Test
    void anOrderOfDirectoriesThatIsNoneIsRefused() {
        war.file(
                "WEB-INF/weblogic.xml",
                "<weblogic-web-app><container-descriptor><index-directory-sort-by>colour</index-directory-sort-by>"
                        + "</container-descriptor></weblogic-web-app>");
        refused("WEB-INF/weblogic.xml:1:", "LAST_MODIFIED", "colour");
    }

    @Test
    void aCharsetThatJavaDoesNotHaveIsRefused() {
        war.file(
                "WEB-INF/weblogic.xml",
                "<weblogic-web-app><charset-params><input-charset><resource-path>/*</resource-path>"
                        + "<java-charset-name>klingon</java-charset-name></input-charset></charset-params></weblogic-web-app>");
        refused("WEB-INF/weblogic.xml:1:", "klingon");
    }
}
