package io.keelson.ee.rest.shop;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** An application whose path has one octet encoded, and one that would have to be. */
@ApplicationPath("my api%21")
public class EncodedApi extends Application {}
