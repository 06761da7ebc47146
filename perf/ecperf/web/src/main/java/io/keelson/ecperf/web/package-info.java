/** The front: each transaction of the application is a request. Answers are text; the status says what became of it. */
package io.keelson.ecperf.web;
