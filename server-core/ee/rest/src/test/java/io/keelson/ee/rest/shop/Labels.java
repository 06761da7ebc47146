package io.keelson.ee.rest.shop;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.client.Client;
import jakarta.ws.rs.client.ClientBuilder;
import jakarta.ws.rs.client.Entity;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlType;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import javax.xml.namespace.QName;

/** Bodies in XML. */
@Path("labels")
@Consumes({MediaType.APPLICATION_XML, MediaType.TEXT_XML})
public class Labels {
    /** By a class of the application. */
    @POST
    @Produces(MediaType.APPLICATION_XML)
    public Label turned(Label label) {
        label.text = new StringBuilder(label.text).reverse().toString();
        return label;
    }

    /** By an element, whose writer says the type of the answer. */
    @POST
    @Path("element")
    public JAXBElement<String> element(JAXBElement<String> element) {
        return new JAXBElement<>(new QName("seen"), String.class, element.getName() + " " + element.getValue());
    }

    /** A list. */
    @POST
    @Path("list")
    @Produces(MediaType.APPLICATION_XML)
    public List<Label> turned(List<Label> labels) {
        List<Label> turned = new ArrayList<>(labels);
        Collections.reverse(turned);
        return turned;
    }

    /** A set, and an array of a class without an element of its own. */
    @POST
    @Path("set")
    @Produces(MediaType.APPLICATION_XML)
    public Tag[] tags(Set<Label> labels) {
        return labels.stream()
                .map(label -> {
                    Tag tag = new Tag();
                    tag.text = label.text;
                    return tag;
                })
                .toArray(Tag[]::new);
    }

    /** By a class without an element of its own. */
    @POST
    @Path("tag")
    @Produces(MediaType.APPLICATION_XML)
    public Tag tag(Tag tag) {
        tag.text += "!";
        return tag;
    }

    /** A class without an element of its own. */
    @XmlType
    public static class Tag {
        @XmlElement
        String text;
    }

    /** By the client. */
    @GET
    @Path("client")
    @Produces(MediaType.TEXT_PLAIN)
    public String client(@Context UriInfo uri) {
        Label label = new Label();
        label.text = "abc";
        try (Client client = ClientBuilder.newClient()) {
            return client.target(uri.getBaseUri()).path("labels").request().post(Entity.xml(label), Label.class).text;
        }
    }

    /** By XML Binding itself. */
    @GET
    @Path("own")
    @Produces(MediaType.TEXT_PLAIN)
    public String own() throws JAXBException {
        StringWriter out = new StringWriter();
        JAXBContext.newInstance(Label.class).createMarshaller().marshal(new Label(), out);
        return out.toString();
    }
}
