package io.keelson.ee.microprofile.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.JsonObject;
import org.junit.jupiter.api.Test;

class MergeTest {
    private static final String REST = "\"openapi\":\"3.1.0\",\"info\":{\"title\":\"t\",\"version\":\"1\"},";

    private final Merge merge = new Merge();

    private static Rendered document(String json) {
        return new Rendered("{" + REST + json.replace('\'', '"') + "}", "");
    }

    private JsonObject merged() {
        return merge.rendered().tree();
    }

    @Test
    void oneDocumentStaysAsItIs() {
        Rendered one = document("'paths':{'/a':{}}");
        merge.add("a", "/shop", false, one);

        assertThat(merge.rendered()).isSameAs(one);
    }

    @Test
    void pathsGetTheirContextRoot() {
        merge.add("a", "/shop", false, document("'paths':{'/x':{'get':{}}}"));
        merge.add("b", "", false, document("'paths':{'/x':{'get':{}}}"));

        assertThat(merged().getJsonObject("paths")).containsOnlyKeys("/shop/x", "/x");
        assertThat(merge.rendered().yaml()).startsWith("openapi: \"3.1.0\"").contains("/shop/x:");
    }

    @Test
    void ownServersGoToThePathsThatHaveNone() {
        merge.add("a", "", false, document("'paths':{}"));
        merge.add(
                "b",
                "/b",
                true,
                document(
                        "'servers':[{'url':'https://b'}],'paths':{'/x':{'get':{}},'/y':{'servers':[{'url':'https://y'}]}}"));

        assertThat(merged().getJsonObject("paths").toString())
                .isEqualTo("{\"/x\":{\"get\":{},\"servers\":[{\"url\":\"https://b\"}]},"
                        + "\"/y\":{\"servers\":[{\"url\":\"https://y\"}]}}");
    }

    @Test
    void aPathThatIsThereAlreadyLeavesTheModuleOut() {
        merge.add("a", "", false, document("'paths':{'/b/x':{'get':{}}}"));
        merge.add("b", "/b", false, document("'paths':{'/x':{'get':{}},'/y':{'get':{}}}"));

        assertThat(merged().getJsonObject("paths")).containsOnlyKeys("/b/x");
    }

    @Test
    void aDocumentOfAnotherVersionIsLeftOut() {
        merge.add("a", "/a", false, document("'paths':{'/x':{}}"));
        merge.add("b", "/b", false, new Rendered("{\"openapi\":\"3.0.3\",\"paths\":{\"/x\":{}}}", ""));

        assertThat(merged().getJsonObject("paths")).containsOnlyKeys("/x");
    }

    @Test
    void equalComponentsAreShared() {
        String order = "'paths':{},'components':{'schemas':{'Item':{'type':'string'}}}";
        merge.add("a", "/a", false, document(order));
        merge.add("b", "/b", false, document(order));

        assertThat(merged().getJsonObject("components").getJsonObject("schemas"))
                .containsOnlyKeys("Item");
    }

    @Test
    void aComponentThatRefersToARenamedOneIsRenamedToo() {
        String order = "'Order':{'properties':{'item':{'$ref':'#/components/schemas/Item'}}}";
        merge.add(
                "a",
                "/a",
                false,
                document("'paths':{},'components':{'schemas':{" + order + ",'Item':{'type':'string'}}}"));
        merge.add(
                "b",
                "/b",
                false,
                document("'paths':{'/x':{'get':{'responses':{'200':{'$ref':'#/components/responses/R'}}}}},"
                        + "'components':{'responses':{'R':{'content':{'a/b':{'schema':{'$ref':'#/components/schemas/Order'}}}}},"
                        + "'schemas':{" + order + ",'Item':{'type':'integer'}}}"));

        JsonObject components = merged().getJsonObject("components");
        assertThat(components.getJsonObject("schemas")).containsOnlyKeys("Order", "Item", "Order2", "Item2");
        assertThat(components.getJsonObject("schemas").getJsonObject("Order2").toString())
                .contains("#/components/schemas/Item2");
        assertThat(components.getJsonObject("schemas").getJsonObject("Order").toString())
                .contains("#/components/schemas/Item\"");
        assertThat(components.getJsonObject("responses").toString()).contains("#/components/schemas/Order2");
    }

    @Test
    void aNumberThatIsTakenIsNotGivenAgain() {
        merge.add("a", "/a", false, document("'paths':{},'components':{'schemas':{'A':{'type':'string'},'A2':{}}}"));
        merge.add("b", "/b", false, document("'paths':{},'components':{'schemas':{'A':{'type':'integer'},'A3':{}}}"));

        assertThat(merged().getJsonObject("components").getJsonObject("schemas"))
                .containsOnlyKeys("A", "A2", "A3", "A4");
    }

    @Test
    void propertiesMayHaveNamesOfMembersAndDataStaysAsItIs() {
        merge.add("a", "/a", false, document("'paths':{},'components':{'schemas':{'I':{'type':'string'}}}"));
        merge.add(
                "b",
                "/b",
                false,
                document("'paths':{},'components':{'schemas':{'I':{'type':'integer'},'O':{'properties':{"
                        + "'example':{'$ref':'#/components/schemas/I'},'security':{'$ref':'#/components/schemas/I'},"
                        + "'operationId':{'type':'string'}},'example':{'$ref':'#/components/schemas/I'},"
                        + "'discriminator':{'propertyName':'p','mapping':{'a':'I','b':'#/components/schemas/I'}}}}}"));

        assertThat(merged().getJsonObject("components")
                        .getJsonObject("schemas")
                        .getJsonObject("O")
                        .toString())
                .isEqualTo("{\"properties\":{\"example\":{\"$ref\":\"#/components/schemas/I2\"},"
                        + "\"security\":{\"$ref\":\"#/components/schemas/I2\"},\"operationId\":{\"type\":\"string\"}},"
                        + "\"example\":{\"$ref\":\"#/components/schemas/I\"},"
                        + "\"discriminator\":{\"propertyName\":\"p\",\"mapping\":{\"a\":\"I2\","
                        + "\"b\":\"#/components/schemas/I2\"}}}");
    }

    @Test
    void securityOfADocumentGoesToItsOperationsByTheNewName() {
        merge.add("a", "/a", false, document("'paths':{},'components':{'securitySchemes':{'s':{'type':'http'}}}"));
        merge.add(
                "b",
                "/b",
                false,
                document(
                        "'security':[{'s':[]}],'paths':{'/x':{'get':{},'put':{'security':[]},'post':{'security':[{'s':['w']}]}}},"
                                + "'components':{'securitySchemes':{'s':{'type':'apiKey'}}}"));

        assertThat(merged().getJsonObject("paths").getJsonObject("/b/x").toString())
                .isEqualTo("{\"get\":{\"security\":[{\"s2\":[]}]},\"put\":{\"security\":[]},"
                        + "\"post\":{\"security\":[{\"s2\":[\"w\"]}]}}");
    }

    @Test
    void operationIdsStayUniqueAndLinksFollow() {
        String path = "'paths':{'/x':{'get':{'operationId':'list','responses':{'200':{'links':{'next':"
                + "{'operationId':'list'},'ref':{'operationRef':'#/paths/~1x/get'}}}}}}}";
        merge.add("a", "/a", false, document(path));
        merge.add("b", "/b", false, document(path));

        assertThat(merged().getJsonObject("paths").getJsonObject("/b/x").toString())
                .isEqualTo("{\"get\":{\"operationId\":\"list2\",\"responses\":{\"200\":{\"links\":{\"next\":"
                        + "{\"operationId\":\"list2\"},\"ref\":{\"operationRef\":\"#/paths/~1b~1x/get\"}}}}}}");
        assertThat(merged().getJsonObject("paths").getJsonObject("/a/x").toString())
                .contains("\"operationId\":\"list\"", "#/paths/~1a~1x/get");
    }

    @Test
    void tagsAndExtensionsAreThoseOfTheFirst() {
        merge.add("a", "/a", false, document("'paths':{},'x-k':1,'tags':[{'name':'t','description':'first'}]"));
        merge.add("b", "/b", false, document("'paths':{},'x-k':2,'tags':[{'name':'t'},{'name':'u'}]"));

        assertThat(merged().getInt("x-k")).isEqualTo(1);
        assertThat(merged().getJsonArray("tags").toString())
                .isEqualTo("[{\"name\":\"t\",\"description\":\"first\"},{\"name\":\"u\"}]");
    }
}
