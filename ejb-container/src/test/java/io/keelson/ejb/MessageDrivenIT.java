package io.keelson.ejb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.Deployer;
import io.keelson.ejb.fixture.Archives;
import io.keelson.ejb.letter.Clerk;
import io.keelson.ejb.letter.Envelope;
import io.keelson.ejb.letter.Letters;
import io.keelson.ejb.letter.Painted;
import io.keelson.ejb.letter.Sealed;
import io.keelson.ejb.letter.Shown;
import io.keelson.ejb.post.AnswerListener;
import io.keelson.ejb.post.AnswerServlet;
import io.keelson.ejb.post.BareListener;
import io.keelson.ejb.post.DoneListener;
import io.keelson.ejb.post.LinkedListener;
import io.keelson.ejb.post.MeetingListener;
import io.keelson.ejb.post.NewsListener;
import io.keelson.ejb.post.OfferListener;
import io.keelson.ejb.post.OfferServlet;
import io.keelson.ejb.post.OrderListener;
import io.keelson.ejb.post.ParcelListener;
import io.keelson.ejb.post.Post;
import io.keelson.ejb.post.PostServlet;
import io.keelson.ejb.post.SilentListener;
import io.keelson.testkit.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Message-driven beans of a web module, with the JMS server of their server. */
class MessageDrivenIT {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    Path directory;

    private TestServer server;

    @BeforeEach
    void startServer() throws Exception {
        server = TestServer.start();
        deploy(post());
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private static Archives post() {
        return new Archives()
                .war(PostServlet.class, Post.class, OrderListener.class, DoneListener.class, NewsListener.class);
    }

    private void deploy(Archives archive) throws Exception {
        server.service(Deployer.class).deploy("post", archive.write(directory.resolve("post.war")), null);
    }

    private String get(String query) throws Exception {
        HttpResponse<String> response = CLIENT.send(
                HttpRequest.newBuilder(server.uri("/post/post" + query)).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }

    private void awaitHandled(String all) {
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(100))
                .untilAsserted(() -> assertThat(get("")).isEqualTo(all));
    }

    @Test
    void messagesAreHandledWithinTransactions() throws Exception {
        get("?to=orders&text=plain&text=throws&text=marks");

        // What a transaction that was rolled back had passed on is not seen.
        awaitHandled("[marks again, plain, throws again]");
    }

    private static String listens(String bean, String queue) {
        return "<weblogic-enterprise-bean><ejb-name>" + bean + "</ejb-name><message-driven-descriptor>"
                + "<destination-jndi-name>java:app/jms/" + queue + "</destination-jndi-name>"
                + "</message-driven-descriptor></weblogic-enterprise-bean>";
    }

    @Test
    void theDescriptorOfWebLogicSaysWhichQueueABeanHas() throws Exception {
        server.service(Deployer.class).undeploy("post");
        deploy(post().text(
                        "WEB-INF/weblogic-ejb-jar.xml",
                        "<weblogic-ejb-jar>" + listens("DoneListener", "orders") + listens("OrderListener", "done")
                                + "</weblogic-ejb-jar>"));

        get("?to=orders&text=throws");

        awaitHandled("[throws]"); // the bean that throws, and has it brought again, is not asked
    }

    @Test
    void theDescriptorOfGlassFishNamesASubscription() throws Exception {
        server.service(Deployer.class).undeploy("post");
        Archives bare = new Archives().war(PostServlet.class, Post.class, OrderListener.class, BareListener.class);
        assertThatThrownBy(() -> deploy(bare)).hasMessageContaining("subscriptionName");

        deploy(bare.text(
                "WEB-INF/glassfish-ejb-jar.xml",
                "<glassfish-ejb-jar><enterprise-beans><ejb><ejb-name>BareListener</ejb-name>"
                        + "<mdb-connection-factory><jndi-name>java:comp/DefaultJMSConnectionFactory</jndi-name>"
                        + "</mdb-connection-factory>"
                        + "<jms-durable-subscription-name>named</jms-durable-subscription-name>"
                        + "</ejb></enterprise-beans></glassfish-ejb-jar>"));
        get("?to=news&text=first");
        awaitHandled("[bare: first]");
    }

    @Test
    void whatAnAdministratorOfAnotherServerWouldHaveMadeIsMadeInDevelopment() throws Exception {
        server.service(Deployer.class).undeploy("post");
        for (int time = 0; time < 2; time++) { // the second version replaces the first
            deploy(new Archives()
                    .war(AnswerServlet.class, Post.class, AnswerListener.class)
                    .text("WEB-INF/ibm-web-bnd.xml", "<web-bnd version='1.2'/>"));
            get("?text=hello");
            awaitHandled("[answered: hello]");
        }
    }

    @Test
    void namesOfMessagingThatNobodyDefinesAreMadeInDevelopment() throws Exception {
        server.service(Deployer.class).undeploy("post");
        deploy(new Archives()
                .war(OfferServlet.class, Post.class, OfferListener.class)
                .text("WEB-INF/beans.xml", ""));

        get("?text=hello");

        awaitHandled("[offered: hello]");
    }

    @Test
    void aBeanMayLeaveItsInterfaceToTheDescriptor() throws Exception {
        server.service(Deployer.class).undeploy("post");
        deploy(post().war(SilentListener.class)
                .text(
                        "WEB-INF/ejb-jar.xml",
                        "<ejb-jar xmlns='https://jakarta.ee/xml/ns/jakartaee' version='4.0'><enterprise-beans>"
                                + "<message-driven><ejb-name>SilentListener</ejb-name>"
                                + "<messaging-type>jakarta.jms.MessageListener</messaging-type></message-driven>"
                                + "</enterprise-beans></ejb-jar>"));
        get("?to=parcels&text=one");

        awaitHandled("[silent: one]");
    }

    @Test
    void destinationsOfLinksAreWhereADescriptorSays() throws Exception {
        server.service(Deployer.class).undeploy("post");
        String destination = "<message-destination><message-destination-name>%s</message-destination-name>%s"
                + "</message-destination>";
        String link = "<message-destination-link>%s</message-destination-link>";
        deploy(post().war(LinkedListener.class)
                .text(
                        "WEB-INF/ejb-jar.xml",
                        "<ejb-jar xmlns='https://jakarta.ee/xml/ns/jakartaee' version='4.0'><enterprise-beans>"
                                + "<message-driven><ejb-name>LinkedListener</ejb-name>"
                                + "<message-destination-type>jakarta.jms.Queue</message-destination-type>"
                                + String.format(link, "In") + "<message-destination-ref>"
                                + "<message-destination-ref-name>answers</message-destination-ref-name>"
                                + "<message-destination-type>jakarta.jms.Queue</message-destination-type>"
                                + String.format(link, "post.war#Out")
                                + "</message-destination-ref></message-driven></enterprise-beans><assembly-descriptor>"
                                + String.format(destination, "In", "") + String.format(destination, "Out", "")
                                + "</assembly-descriptor></ejb-jar>")
                .text(
                        "WEB-INF/sun-ejb-jar.xml",
                        "<sun-ejb-jar><enterprise-beans>"
                                + String.format(destination, "In", "<jndi-name>java:app/jms/parcels</jndi-name>")
                                + String.format(destination, "Out", "<jndi-name>java:app/jms/done</jndi-name>")
                                + "</enterprise-beans></sun-ejb-jar>"));
        get("?to=parcels&text=one");

        awaitHandled("[created: one]");
    }

    @Test
    void aBeanOfEnterpriseBeans2HasItsContextAndItsCallbacks() throws Exception {
        server.service(Deployer.class).undeploy("post");
        deploy(post().war(ParcelListener.class));
        get("?to=parcels&text=one&text=two");

        awaitHandled("[context created one, context created two]");
    }

    @Test
    void noMessageWaitsBehindASlowOne() throws Exception {
        server.service(Deployer.class).undeploy("post");
        deploy(new Archives().war(PostServlet.class, Post.class, MeetingListener.class));
        get("?to=parcels&text=a&text=b&text=c&text=d");

        awaitHandled("[a met, b met, c met, d met]");
    }

    @Test
    void manyAreHandledOnceEach() throws Exception {
        StringBuilder query = new StringBuilder("?to=orders");
        StringBuilder all = new StringBuilder();
        for (int i = 100; i < 200; i++) {
            query.append("&text=o").append(i);
            all.append(i == 100 ? "[o" : ", o").append(i);
        }
        get(query.toString());

        awaitHandled(all + "]");
    }

    @Test
    void aDurableSubscriptionGoesOnAfterARedeployment() throws Exception {
        get("?to=news&text=first");
        awaitHandled("[news: first]");

        server.service(Deployer.class).undeploy("post");
        deploy(post());
        get("?to=news&text=second");
        awaitHandled("[news: second]");
    }

    @Test
    void cdiInjectsAndInterceptsButDecoratesNone() throws Exception {
        server.service(Deployer.class).undeploy("post");
        deploy(post().war(Envelope.class, Sealed.class, Painted.class, Letters.class, Clerk.class, Shown.class)
                .text("WEB-INF/beans.xml", "")
                .text(
                        "WEB-INF/classes/META-INF/services/jakarta.enterprise.inject.spi.Extension",
                        Shown.class.getName()));

        // The singleton has a request of its own, and each message has.
        awaitHandled("[Clerk begun after 0]");
        get("?to=letters&text=a");
        awaitHandled("[Clerk begun after 0, a sealed after 1[type, target, injected]]");
        get("?to=letters&text=b");
        awaitHandled("[Clerk begun after 0, a sealed after 1[type, target, injected],"
                + " b sealed after 2[type, target, injected]]");
    }

    @Test
    void aWrongActivationIsRefused() throws Exception {
        Archives wrong = post().text("WEB-INF/ejb-jar.xml", """
                        <ejb-jar xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0">
                          <enterprise-beans>
                            <message-driven>
                              <ejb-name>DoneListener</ejb-name>
                              <activation-config>
                                <activation-config-property>
                                  <activation-config-property-name>maxSession</activation-config-property-name>
                                  <activation-config-property-value>many</activation-config-property-value>
                                </activation-config-property>
                              </activation-config>
                            </message-driven>
                          </enterprise-beans>
                        </ejb-jar>
                        """);
        server.service(Deployer.class).undeploy("post");
        assertThatThrownBy(() -> deploy(wrong)).hasStackTraceContaining("maxSession is 'many'");
    }
}
